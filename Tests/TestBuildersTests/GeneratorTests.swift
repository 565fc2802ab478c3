import Testing

@testable import TestBuilders

@Suite("Generators of random numbers")
struct GeneratorTests {
  @Test("When xoshiro256** starts from the published state then it gives the published numbers")
  func whenXoshiroStartsFromPublishedState_thenItGivesPublishedNumbers() {
    var generator = Xoshiro256(state: (1, 2, 3, 4))

    #expect(
      (0..<10).map { _ in generator.next() } == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360, 607_988_272_756_665_600,
        16_172_922_978_634_559_625, 8_476_171_486_693_032_832, 10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ]
    )
  }

  @Test("When SplitMix64 starts from the published seed then it gives the published numbers")
  func whenSplitMixStartsFromPublishedSeed_thenItGivesPublishedNumbers() {
    var generator = SplitMix64(seed: 1_234_567)

    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ]
    )
  }

  @Test("When xoshiro256** starts from a seed then SplitMix64 fills its state")
  func whenXoshiroStartsFromSeed_thenSplitMixFillsItsState() {
    var mixer = SplitMix64(seed: 42)
    var expected = Xoshiro256(state: (mixer.next(), mixer.next(), mixer.next(), mixer.next()))
    var generator = Xoshiro256(seed: 42)

    #expect((0..<8).map { _ in generator.next() } == (0..<8).map { _ in expected.next() })
  }

  @Test(
    "When a text is hashed then it has its published FNV-1a hash",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)]
  )
  func whenTextIsHashed_thenItHasPublishedHash(text: String, hash: UInt64) {
    #expect(SeedDerivation.hash(of: text) == hash)
  }
}

@Suite("Unique numbers")
struct UniqueNumbersTests {
  @Test("When all numbers of a length are used up then each came once", arguments: [0, 1, 42, UInt64.max])
  func whenAllNumbersOfLengthAreUsedUp_thenEachCameOnce(key: UInt64) {
    let numbers = UniqueNumbers(key: SplitMix64.mix(key))

    #expect(Set((0..<9000).map(numbers.number)) == Set(1000...9999))
    #expect(Set((9000..<99000).map(numbers.number)) == Set(10_000...99_999))
  }

  @Test("When all codes of a length are used up then each came once")
  func whenAllCodesOfLengthAreUsedUp_thenEachCameOnce() {
    let numbers = UniqueNumbers(key: 7)
    let codes = (0..<65536).map(numbers.code)

    #expect(Set(codes.map(\.value)).count == 65536)
    #expect(codes.allSatisfy { $0.digits == 4 && $0.value < 65536 })
    #expect(numbers.code(65536).digits == 5)
  }

  @Test("When serial numbers are huge then the numbers are still in range")
  func whenSerialNumbersAreHuge_thenNumbersAreStillInRange() {
    let numbers = UniqueNumbers(key: .max)

    #expect(numbers.number(.max) >= 1000)
    #expect(numbers.code(.max).digits == 15)
    #expect(numbers.scatter(.max, over: 9_000_000_000_000_000_000) < 9_000_000_000_000_000_000)
  }

  @Test("When numbers follow one another then they neither rise nor fall")
  func whenNumbersFollowOneAnother_thenTheyNeitherRiseNorFall() {
    for key in 0..<100 as Range<UInt64> {
      let numbers = (0..<8).map(UniqueNumbers(key: SplitMix64.mix(key)).number)
      #expect(numbers != numbers.sorted())
      #expect(numbers != numbers.sorted(by: >))
    }
  }
}

@Suite("Numbers by distance from zero")
struct SimplestFirstOrderTests {
  @Test(
    "When a range has few numbers then each has one place, the simplest first",
    arguments: [-3...5, 0...6, -6...0, 2...9, -9 ... -2, 4...4, -1...1] as [ClosedRange<Int8>]
  )
  func whenRangeHasFewNumbers_thenEachHasOnePlace(range: ClosedRange<Int8>) {
    let distances = SimplestFirstOrder(range)
    let numbers = (0...distances.last).map(distances.value)

    #expect(Set(numbers) == Set(range))
    #expect(numbers.count == range.count)
    #expect(numbers.map(\.magnitude) == numbers.map(\.magnitude).sorted())
  }

  @Test("When a range is as wide as its type then its ends are reached")
  func whenRangeIsAsWideAsType_thenEndsAreReached() {
    let signed = SimplestFirstOrder(Int.min...Int.max)
    let unsigned = SimplestFirstOrder(UInt64.min...UInt64.max)

    #expect([0, 1, 2, .max - 2, .max - 1, .max].map(signed.value) == [0, 1, -1, .max, -.max, .min])
    #expect([0, 1, .max].map(unsigned.value) == [0, 1, .max])
  }
}
