import RxFuzzKit
@preconcurrency import RxSwift

/// The operators of each number of sources that give all their elements as one.
extension ArityCases {
  private static func mixed(_ all: (Int, Int)) -> Int {
    mixed([all.0, all.1])
  }
  private static func mixed(_ all: (Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2])
  }
  private static func mixed(_ all: (Int, Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2, all.3])
  }
  private static func mixed(_ all: (Int, Int, Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2, all.3, all.4])
  }
  private static func mixed(_ all: (Int, Int, Int, Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2, all.3, all.4, all.5])
  }
  private static func mixed(_ all: (Int, Int, Int, Int, Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2, all.3, all.4, all.5, all.6])
  }
  private static func mixed(_ all: (Int, Int, Int, Int, Int, Int, Int, Int)) -> Int {
    mixed([all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7])
  }

  static let zippedTuples: [(Int, Build)] = [
    (2, { s in Observable.zip(s[0], s[1]).map(mixed) }),
    (3, { s in Observable.zip(s[0], s[1], s[2]).map(mixed) }),
    (4, { s in Observable.zip(s[0], s[1], s[2], s[3]).map(mixed) }),
    (5, { s in Observable.zip(s[0], s[1], s[2], s[3], s[4]).map(mixed) }),
    (6, { s in Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map(mixed) }),
    (7, { s in Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map(mixed) }),
    (8, { s in Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map(mixed) }),
  ]

  static let latestTuples: [(Int, Build)] = [
    (2, { s in Observable.combineLatest(s[0], s[1]).map(mixed) }),
    (3, { s in Observable.combineLatest(s[0], s[1], s[2]).map(mixed) }),
    (4, { s in Observable.combineLatest(s[0], s[1], s[2], s[3]).map(mixed) }),
    (5, { s in Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]).map(mixed) }),
    (6, { s in Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map(mixed) }),
    (7, { s in Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map(mixed) }),
    (
      8,
      { s in Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map(mixed) }
    ),
  ]

  static let singleTuples: [(Int, Build)] = [
    (2, { s in Single.zip(s[0].asSingle(), s[1].asSingle()).map(mixed).asObservable() }),
    (
      3,
      { s in Single.zip(s[0].asSingle(), s[1].asSingle(), s[2].asSingle()).map(mixed).asObservable()
      }
    ),
    (
      4,
      { s in
        Single.zip(s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle()).map(mixed)
          .asObservable()
      }
    ),
    (
      5,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle()
        ).map(mixed).asObservable()
      }
    ),
    (
      6,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle()
        ).map(mixed).asObservable()
      }
    ),
    (
      7,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle(), s[6].asSingle()
        ).map(mixed).asObservable()
      }
    ),
    (
      8,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle(), s[6].asSingle(), s[7].asSingle()
        ).map(mixed).asObservable()
      }
    ),
  ]

  static let maybeTuples: [(Int, Build)] = [
    (2, { s in Maybe.zip(s[0].asMaybe(), s[1].asMaybe()).map(mixed).asObservable() }),
    (
      3,
      { s in Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe()).map(mixed).asObservable() }
    ),
    (
      4,
      { s in
        Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe()).map(mixed)
          .asObservable()
      }
    ),
    (
      5,
      { s in
        Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe())
          .map(mixed).asObservable()
      }
    ),
    (
      6,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe()
        ).map(mixed).asObservable()
      }
    ),
    (
      7,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe(), s[6].asMaybe()
        ).map(mixed).asObservable()
      }
    ),
    (
      8,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe(), s[6].asMaybe(), s[7].asMaybe()
        ).map(mixed).asObservable()
      }
    ),
  ]

  #if RXSWIFT_INFALLIBLE_TUPLES
    static let infallibleTuples: [(Int, Build)] = [
      (
        2,
        { s in
          Infallible.combineLatest(Bindings.safe(s[0]), Bindings.safe(s[1])).map(mixed)
            .asObservable()
        }
      ),
      (
        3,
        { s in
          Infallible.combineLatest(Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]))
            .map(mixed).asObservable()
        }
      ),
      (
        4,
        { s in
          Infallible.combineLatest(
            Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3])
          ).map(mixed).asObservable()
        }
      ),
      (
        5,
        { s in
          Infallible.combineLatest(
            Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
            Bindings.safe(s[4])
          ).map(mixed).asObservable()
        }
      ),
      (
        6,
        { s in
          Infallible.combineLatest(
            Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
            Bindings.safe(s[4]), Bindings.safe(s[5])
          ).map(mixed).asObservable()
        }
      ),
      (
        7,
        { s in
          Infallible.combineLatest(
            Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
            Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6])
          ).map(mixed).asObservable()
        }
      ),
      (
        8,
        { s in
          Infallible.combineLatest(
            Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
            Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6]), Bindings.safe(s[7])
          ).map(mixed).asObservable()
        }
      ),
    ]
  #else
    static let infallibleTuples: [(Int, Build)] = []
  #endif
}
