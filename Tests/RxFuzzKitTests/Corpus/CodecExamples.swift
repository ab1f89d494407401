import RxFuzzKit

/// Files that use every part of the text form.
enum CodecExamples {
  static let plain = """
    rxf 1
    library   RxCore
    chain     merge(feed a, subject b |> map +1) |> take 2
    queue p   next a 1, completed a
    queue q   next b 2, dispose 1

    """

  static let full = """
    rxf 1
    # Seen twice on a loaded machine.
    #
    library   RxCore
    chain     takeUntil(merge(subject a |> filter odd, of 3 4, timer 2ms x), feed b) |> observeOn y
    before    next a 1, subscribe 2
    queue p   next a 2, completed a
    queue q   error a, drop 1
    queue r   completed b
    queue s   error b
    react 1   at next 2: dispose 1, next a 3
    react 2   at completed: subscribe 3
    react 2   at error: dispose 3
    holder 1  bag
    holder 2  serial
    hold      200
    schedule  explore:v1:9f3k
    verdict   DISP-5 resource of feed b disposed 2 times # really
    found     seed 18446744073709551615, iteration 1017, version 0.1.0
    replay    rxfuzz replay 'corpus/x y.rxf' # as it is

    """

  static let virtual = """
    rxf 1
    library   RxCore
    chain     merge(subject a |> debounce 2ms x, interval 1ms y)
    before    advance x 1ms
    queue p   next a 1, advance x 2ms
    queue q   advance y 64ms, dispose 1
    time      virtual

    """

  static let files = [plain, full, virtual]
}
