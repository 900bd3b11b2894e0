import CPIXDocuments
import Ciphers
import Failures
import Foundation
import KeyStore
import Testing

@testable import KeyRecordFormats

/// Usage rules of CPIX (2.3, 4.7): filters of one type are alternatives, but each type has to match.
struct CPIXKeySelectionTests {
    private static func kid(_ number: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)"))
    }

    private static func document(
        _ rules: [(Int, (inout CPIXUsageRule) -> Void)],
        keys: Int = 3,
        periods: [(String, Int?)] = []
    ) throws -> CPIXDocument {
        var document = CPIXDocument(contentID: "movie-42")
        for number in 1...keys {
            document.contentKeys.append(
                CPIXContentKey(
                    kid: try kid(number),
                    key: try ContentKey(copying: (0..<16).map { UInt8($0 * number) })
                )
            )
        }
        for (number, change) in rules {
            var rule = CPIXUsageRule(kid: try kid(number))
            change(&rule)
            document.usageRules.append(rule)
        }
        document.periods = periods.map { CPIXPeriod(id: $0.0, index: $0.1) }
        return document
    }

    private static func video(_ minimum: Int?, _ maximum: Int?) -> CPIXUsageRule.Video {
        var filter = CPIXUsageRule.Video()
        filter.minimumPixels = minimum
        filter.maximumPixels = maximum
        return filter
    }

    private static func audio(_ minimum: Int?, _ maximum: Int?) -> CPIXUsageRule.Audio {
        var filter = CPIXUsageRule.Audio()
        filter.minimumChannels = minimum
        filter.maximumChannels = maximum
        return filter
    }

    private static func picture(_ pixels: Int, rate: Double = 25, hdr: Bool = false) -> MediaTraits {
        var traits = MediaTraits(kind: .video)
        traits.pixels = pixels
        traits.framesPerSecond = rate
        traits.isHDR = hdr
        traits.isWideColorGamut = hdr ? true : nil
        traits.bitrate = 3_000_000
        traits.labels = ["v/\(pixels)"]
        return traits
    }

    private static func sound(_ channels: Int?) -> MediaTraits {
        var traits = MediaTraits(kind: .audio)
        traits.channels = channels
        traits.bitrate = 128_000
        traits.labels = ["a/en", "English", "aud"]
        return traits
    }

    /// Returns SD up to 589 824 pixels, HD above, and audio, as in SPEKE v2.
    private static func classes() throws -> CPIXKeySelection {
        let document = try document([
            (
                1,
                {
                    $0.video = [video(nil, 589_824)]; $0.intendedTrackType = "SD"
                }
            ),
            (
                2,
                {
                    $0.video = [video(589_825, nil)]; $0.intendedTrackType = "HD"
                }
            ),
            (
                3,
                {
                    $0.audio = [audio(nil, nil)]; $0.intendedTrackType = "AUDIO"
                }
            ),
        ])
        return try CPIXKeySelection(document, name: "keys.xml")
    }

    @Test(
        arguments: [
            (picture(589_824), "sd"), (picture(589_825), "HD"), (picture(8_294_400), "HD"),
            (sound(2), "audio"),
            (sound(nil), "audio"),
        ]
    )
    func classesOfMedia(media: MediaTraits, track: String) throws {
        let key = try Self.classes().key(for: media, period: 0)
        #expect(key.track.lowercased() == track.lowercased())
        #expect(key.period == 0)
    }

    @Test func filtersOfOneTypeAreAlternatives() throws {
        let document = try Self.document(
            [(1, { $0.video = [Self.video(100, 100), Self.video(300, 300)] })],
            keys: 1
        )
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        #expect(throws: Never.self) { try selection.key(for: Self.picture(100), period: 0) }
        #expect(throws: Never.self) { try selection.key(for: Self.picture(300), period: 0) }
        #expect(throws: KeySelectionError.self) { try selection.key(for: Self.picture(200), period: 0) }
    }

    @Test func filtersOfDifferentTypesAllHave() throws {
        let document = try Self.document(
            [
                (
                    1,
                    {
                        $0.audio = [Self.audio(1, 2)]
                        $0.labels = ["English", "French"]
                    }
                )
            ],
            keys: 1
        )
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        #expect(throws: Never.self) { try selection.key(for: Self.sound(2), period: 0) }
        #expect(throws: KeySelectionError.self) { try selection.key(for: Self.sound(6), period: 0) }
        var french = Self.sound(2)
        french.labels = ["German"]
        #expect(throws: KeySelectionError.self) { try selection.key(for: french, period: 0) }
    }

    /// The minimum is exclusive, the maximum inclusive.
    @Test(arguments: [(25.0, false), (29.97, true), (30.0, true), (50.0, false)])
    func frameRates(rate: Double, isTaken: Bool) throws {
        var filter = CPIXUsageRule.Video()
        filter.minimumFramesPerSecond = 25
        filter.maximumFramesPerSecond = 30
        let document = try Self.document([(1, { $0.video = [filter] })], keys: 1)
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        let hasKey = (try? selection.key(for: Self.picture(100, rate: rate), period: 0)) != nil
        #expect(hasKey == isTaken)
    }

    @Test func dynamicRangeAndBitrate() throws {
        var hdr = CPIXUsageRule.Video()
        hdr.isHDR = true
        var sdr = CPIXUsageRule.Video()
        sdr.isHDR = false
        var bitrate = CPIXUsageRule.Bitrate()
        bitrate.maximum = 3_000_000
        let document = try Self.document(
            [
                (1, { $0.video = [hdr] }),
                (
                    2,
                    {
                        $0.video = [sdr]; $0.bitrates = [bitrate]
                    }
                ),
            ],
            keys: 2
        )
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        let first = try selection.key(for: Self.picture(100, hdr: true), period: 0)
        let second = try selection.key(for: Self.picture(100), period: 0)
        #expect(first.track != second.track)
        var faster = Self.picture(100)
        faster.bitrate = 3_000_001
        #expect(throws: KeySelectionError.self) { try selection.key(for: faster, period: 0) }
    }

    @Test func periodsByIndex() throws {
        let document = try Self.document(
            [(1, { $0.periodIDs = ["b"] }), (2, { $0.periodIDs = ["a"] })],
            keys: 2,
            periods: [("a", 1), ("b", 0)]
        )
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        #expect(selection.hasPeriods)
        #expect(try selection.key(for: Self.picture(100), period: 0).period == 0)
        #expect(try selection.key(for: Self.picture(100), period: 1).period == 1)
        #expect(selection.trackPeriods[try Self.kid(1)]?.period == 0)
        #expect(throws: KeySelectionError.self) { try selection.key(for: Self.picture(100), period: 2) }
    }

    @Test func oneKeyWithoutRulesIsForAll() throws {
        let selection = try CPIXKeySelection(Self.document([], keys: 1), name: "keys.xml")
        #expect(try selection.key(for: Self.sound(nil), period: 0).track == "all")
        #expect(throws: RunFailure.self) {
            try CPIXKeySelection(Self.document([], keys: 2), name: "keys.xml")
        }
    }

    @Test(
        arguments: [
            (MediaTraits(kind: .unknown), "it is unknown whether it is video or audio"),
            (MediaTraits(kind: .video), "RESOLUTION"),
        ]
    )
    func whatNothingSays(media: MediaTraits, reason: String) throws {
        let error = try #require(throws: KeySelectionError.self) {
            try Self.classes().key(for: media, period: 0)
        }
        #expect(error.reason.contains(reason))
    }

    @Test func severalKeysAreNamed() throws {
        let document = try Self.document([
            (1, { $0.intendedTrackType = "A" }), (2, { $0.intendedTrackType = "B" }),
        ])
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        let error = try #require(throws: KeySelectionError.self) {
            try selection.key(for: Self.picture(100), period: 0)
        }
        #expect(error.reason.contains("2 keys"))
        #expect(error.reason.contains("000000000001 (A)"))
        #expect(error.reason.contains("000000000002 (B)"))
    }

    /// A key with an unknown filter in one rule is not used, whatever its other rules are.
    @Test func unknownFiltersMakeAKeyUnusable() throws {
        let document = try Self.document(
            [
                (1, { $0.unknownFilters = ["x:Filter"] }), (1, { _ in }),
                (2, { $0.audio = [Self.audio(nil, nil)] }),
            ],
            keys: 2
        )
        let selection = try CPIXKeySelection(document, name: "keys.xml")
        let error = try #require(throws: KeySelectionError.self) {
            try selection.key(for: Self.picture(100), period: 0)
        }
        #expect(error.reason.contains("unknown filters"))
        #expect(throws: Never.self) { try selection.key(for: Self.sound(2), period: 0) }
    }

    @Test func titlesHaveToAgree() throws {
        let document = try Self.document([], keys: 1)
        let same = try CPIXKeySupplier(document, name: "keys.xml", contentID: ContentID("movie-42"))
        #expect(same.contentID == "movie-42")
        let error = try #require(throws: RunFailure.self) {
            try CPIXKeySupplier(document, name: "keys.xml", contentID: ContentID("other"))
        }
        #expect("\(error)".contains("movie-42"))
    }
}
