import CScheduleRuntime

extension ScheduleOperation {
  init(_ raw: csr_op) {
    let kind = Kind(rawValue: UInt8(raw.kind)) ?? .user
    // A point without an operation stands before something that others see the order of: they depend on each other.
    let isOrder = kind == .yield
    self.init(
      task: raw.task, path: raw.path, kind: kind, object: isOrder ? .max : raw.object,
      site: UInt(bitPattern: raw.pc), writes: isOrder || raw.writes)
    ordersAll = raw.orders_all
    swiftTask = raw.swift_task
  }
}
