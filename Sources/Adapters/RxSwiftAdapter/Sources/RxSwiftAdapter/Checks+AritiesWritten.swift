import RxFuzzKit
@preconcurrency import RxSwift

/// The operators of each number of sources.
extension ArityCases {
  private static func mixed(_ numbers: Int...) -> Int { mixed(numbers) }

  static let zips: [(Int, Build)] = [
    (3, { s in Observable.zip(s[0], s[1], s[2]) { mixed($0, $1, $2) } }),
    (4, { s in Observable.zip(s[0], s[1], s[2], s[3]) { mixed($0, $1, $2, $3) } }),
    (5, { s in Observable.zip(s[0], s[1], s[2], s[3], s[4]) { mixed($0, $1, $2, $3, $4) } }),
    (
      6,
      { s in Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { mixed($0, $1, $2, $3, $4, $5) } }
    ),
    (
      7,
      { s in
        Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) {
          mixed($0, $1, $2, $3, $4, $5, $6)
        }
      }
    ),
    (
      8,
      { s in
        Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
          mixed($0, $1, $2, $3, $4, $5, $6, $7)
        }
      }
    ),
  ]

  static let infallibleZips: [(Int, Build)] = [
    (
      3,
      { s in
        Infallible.zip(Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2])) {
          mixed($0, $1, $2)
        }.asObservable()
      }
    ),
    (
      4,
      { s in
        Infallible.zip(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3])
        ) { mixed($0, $1, $2, $3) }.asObservable()
      }
    ),
    (
      5,
      { s in
        Infallible.zip(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4])
        ) { mixed($0, $1, $2, $3, $4) }.asObservable()
      }
    ),
    (
      6,
      { s in
        Infallible.zip(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5])
        ) { mixed($0, $1, $2, $3, $4, $5) }.asObservable()
      }
    ),
    (
      7,
      { s in
        Infallible.zip(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6])
        ) { mixed($0, $1, $2, $3, $4, $5, $6) }.asObservable()
      }
    ),
    (
      8,
      { s in
        Infallible.zip(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6]), Bindings.safe(s[7])
        ) { mixed($0, $1, $2, $3, $4, $5, $6, $7) }.asObservable()
      }
    ),
  ]

  static let latest: [(Int, Build)] = [
    (3, { s in Observable.combineLatest(s[0], s[1], s[2]) { mixed($0, $1, $2) } }),
    (4, { s in Observable.combineLatest(s[0], s[1], s[2], s[3]) { mixed($0, $1, $2, $3) } }),
    (
      5,
      { s in Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]) { mixed($0, $1, $2, $3, $4) } }
    ),
    (
      6,
      { s in
        Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) {
          mixed($0, $1, $2, $3, $4, $5)
        }
      }
    ),
    (
      7,
      { s in
        Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) {
          mixed($0, $1, $2, $3, $4, $5, $6)
        }
      }
    ),
    (
      8,
      { s in
        Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
          mixed($0, $1, $2, $3, $4, $5, $6, $7)
        }
      }
    ),
  ]

  static let infallibleLatest: [(Int, Build)] = [
    (
      3,
      { s in
        Infallible.combineLatest(Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2])) {
          mixed($0, $1, $2)
        }.asObservable()
      }
    ),
    (
      4,
      { s in
        Infallible.combineLatest(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3])
        ) { mixed($0, $1, $2, $3) }.asObservable()
      }
    ),
    (
      5,
      { s in
        Infallible.combineLatest(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4])
        ) { mixed($0, $1, $2, $3, $4) }.asObservable()
      }
    ),
    (
      6,
      { s in
        Infallible.combineLatest(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5])
        ) { mixed($0, $1, $2, $3, $4, $5) }.asObservable()
      }
    ),
    (
      7,
      { s in
        Infallible.combineLatest(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6])
        ) { mixed($0, $1, $2, $3, $4, $5, $6) }.asObservable()
      }
    ),
    (
      8,
      { s in
        Infallible.combineLatest(
          Bindings.safe(s[0]), Bindings.safe(s[1]), Bindings.safe(s[2]), Bindings.safe(s[3]),
          Bindings.safe(s[4]), Bindings.safe(s[5]), Bindings.safe(s[6]), Bindings.safe(s[7])
        ) { mixed($0, $1, $2, $3, $4, $5, $6, $7) }.asObservable()
      }
    ),
  ]

  static let singles: [(Int, Build)] = [
    (
      3,
      { s in
        Single.zip(s[0].asSingle(), s[1].asSingle(), s[2].asSingle()) { mixed($0, $1, $2) }
          .asObservable()
      }
    ),
    (
      4,
      { s in
        Single.zip(s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle()) {
          mixed($0, $1, $2, $3)
        }.asObservable()
      }
    ),
    (
      5,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle()
        ) { mixed($0, $1, $2, $3, $4) }.asObservable()
      }
    ),
    (
      6,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle()
        ) { mixed($0, $1, $2, $3, $4, $5) }.asObservable()
      }
    ),
    (
      7,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle(), s[6].asSingle()
        ) { mixed($0, $1, $2, $3, $4, $5, $6) }.asObservable()
      }
    ),
    (
      8,
      { s in
        Single.zip(
          s[0].asSingle(), s[1].asSingle(), s[2].asSingle(), s[3].asSingle(), s[4].asSingle(),
          s[5].asSingle(), s[6].asSingle(), s[7].asSingle()
        ) { mixed($0, $1, $2, $3, $4, $5, $6, $7) }.asObservable()
      }
    ),
  ]

  static let maybes: [(Int, Build)] = [
    (
      3,
      { s in
        Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe()) { mixed($0, $1, $2) }
          .asObservable()
      }
    ),
    (
      4,
      { s in
        Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe()) {
          mixed($0, $1, $2, $3)
        }.asObservable()
      }
    ),
    (
      5,
      { s in
        Maybe.zip(s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe()) {
          mixed($0, $1, $2, $3, $4)
        }.asObservable()
      }
    ),
    (
      6,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe()
        ) { mixed($0, $1, $2, $3, $4, $5) }.asObservable()
      }
    ),
    (
      7,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe(), s[6].asMaybe()
        ) { mixed($0, $1, $2, $3, $4, $5, $6) }.asObservable()
      }
    ),
    (
      8,
      { s in
        Maybe.zip(
          s[0].asMaybe(), s[1].asMaybe(), s[2].asMaybe(), s[3].asMaybe(), s[4].asMaybe(),
          s[5].asMaybe(), s[6].asMaybe(), s[7].asMaybe()
        ) { mixed($0, $1, $2, $3, $4, $5, $6, $7) }.asObservable()
      }
    ),
  ]

}
