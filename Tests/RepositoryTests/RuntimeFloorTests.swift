import Testing

@Suite("The floors of the C runtime")
struct RuntimeFloorTests {
  @Test(
    "files use only their own floor and those below, in no circle, through the header of what they use"
  )
  func runtime() {
    let folder = "Sources/CScheduleRuntime/"
    let files = Repository.files(below: "Sources/CScheduleRuntime")
      .map { (String($0.path.dropFirst(folder.count)), $0.text) }
    let breaches = RuntimeFloors(Dictionary(uniqueKeysWithValues: files)).breaches()
    #expect(breaches.isEmpty, "\n\(breaches.joined(separator: "\n"))")
  }

  private static let lawful = [
    "include/CScheduleRuntime.h": "#include \"csr_session.h\"\n#include \"csr_types.h\"\n",
    "include/csr_types.h": "typedef struct {\n  int id;\n} csr_task;\n",
    "include/csr_session.h": "#include \"csr_types.h\"\nvoid csr_begin(csr_task *task);\n",
    "Core/tasks.h": """
    #include "csr_types.h"
    extern __thread csr_task *csr_current __attribute__((tls_model("initial-exec")));
    static inline int csr_id(csr_task *task) { return task->id; }
    void csr_run(csr_task *task, void (*body)(csr_task *));
    """,
    "Core/tasks.c": """
    #include "tasks.h"
    #include <stddef.h>
    #define RUN(task) \\
      csr_begin(task); csr_run(task, NULL)
    __thread csr_task *csr_current __attribute__((tls_model("initial-exec")));
    static void csr_private(void) {}
    // void csr_unknown(void) { }
    void csr_run(csr_task *task, void (*body)(csr_task *)) {
      csr_current = task;
      csr_private();
      if (body) { body(task); }
    }
    """,
    "Entry/session.c": """
    #include "csr_session.h"
    #include "../Core/tasks.h"
    void csr_begin(csr_task *task) { csr_run(task, 0); }
    CSR_EXPORT int csr_stand_in(void) { return 0; }
    """,
  ]

  @Test("a lawful runtime is found lawful")
  func lawfulExample() {
    #expect(RuntimeFloors(Self.lawful).breaches() == [])
  }

  @Test(
    "each kind of breach is found",
    arguments: [
      (
        "Core/tasks.c", "#include \"csr_session.h\"",
        ["Core/tasks.c includes include/csr_session.h, which lies above it"]
      ),
      (
        "Core/tasks.c", "#include \"../Swift/module.h\"",
        ["Core/tasks.c includes ../Swift/module.h, which is no file of the runtime"]
      ),
      (
        "Core/tasks.c", "void csr_begin(csr_task *task);",
        ["Core/tasks.c declares csr_begin, which another source defines"]
      ),
      (
        "Core/tasks.c", "void csr_stop(void) {}",
        ["Core/tasks.c defines csr_stop, which no header of its own declares"]
      ),
      (
        "Core/tasks.h", "void csr_begin(csr_task *task);",
        ["Core/tasks.h declares csr_begin, which its own source does not define"]
      ),
      (
        "include/csr_types.h", "extern int csr_level;",
        ["include/csr_types.h declares csr_level, which its own source does not define"]
      ),
      (
        "Entry/session.c", "#include \"CScheduleRuntime.h\"",
        ["Entry/session.c includes include/CScheduleRuntime.h, which lies above it"]
      ),
      (
        "Attic/old.c", "#include \"../Core/tasks.h\"",
        ["Attic/old.c or Core/tasks.h lies on no floor"]
      ),
    ])
  func breach(_ path: String, _ line: String, _ expected: [String]) {
    var texts = Self.lawful
    texts[path, default: ""] += "\n\(line)\n"
    let breaches = RuntimeFloors(texts).breaches()
    #expect(Array(breaches.prefix(1)) == expected, "\(breaches)")
  }

  @Test("a circle on one floor is found")
  func circle() {
    var texts = Self.lawful
    texts["Core/clock.h"] = "#include \"tasks.h\"\nvoid csr_tick(void);\n"
    texts["Core/clock.c"] = "#include \"clock.h\"\nvoid csr_tick(void) {}\n"
    #expect(RuntimeFloors(texts).breaches() == [])
    texts["Core/tasks.c", default: ""] += "\n#include \"clock.h\"\n"
    #expect(RuntimeFloors(texts).breaches() == ["a circle among clock, tasks"])
  }
}
