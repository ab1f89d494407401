/// The factory of simple disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable() }

  /// A disposable that calls `dispose` once, at its first disposal.
  ///
  /// Under a race of several disposals exactly one calls it; the others may return before it has.
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// A disposable that disposes two others, in this order.
  public static func create(_ first: any Disposable, _ second: any Disposable) -> any Cancelable {
    BinaryDisposable(first, second)
  }

  /// A disposable that disposes three others, in this order.
  public static func create(
    _ first: any Disposable, _ second: any Disposable, _ third: any Disposable
  ) -> any Cancelable {
    NAryDisposable([first, second, third])
  }

  /// A disposable that disposes all of `disposables`, in this order.
  public static func create(
    _ first: any Disposable, _ second: any Disposable, _ third: any Disposable,
    _ rest: any Disposable...
  ) -> any Cancelable {
    NAryDisposable([first, second, third] + rest)
  }

  /// A disposable that disposes all of `disposables`, in their order.
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    switch disposables.count {
    case 0: NopDisposable()
    case 1: disposables[0]
    case 2: BinaryDisposable(disposables[0], disposables[1])
    default: NAryDisposable(disposables)
    }
  }
}
