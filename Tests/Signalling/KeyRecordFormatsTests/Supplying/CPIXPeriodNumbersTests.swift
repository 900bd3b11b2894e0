import CPIXDocuments
import Ciphers
import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// Key periods numbered in the order of their starts.
struct CPIXPeriodNumbersTests {
    /// The attributes of periods a, b and c, and their expected numbers, or nil if they are refused.
    static let orders: [(attributes: [[String: String]], numbers: [Int]?)] = [
        ([[:], [:], [:]], [0, 1, 2]),
        ([["startOffset": "PT8S"], ["startOffset": "PT0S"], ["startOffset": "PT1M30.5S"]], [1, 0, 2]),
        ([["startOffset": "P1DT1S"], ["startOffset": "PT24H"], ["startOffset": "PT1439M"]], [2, 1, 0]),
        (
            [
                ["start": "2026-01-01T00:00:10Z"], ["start": "2026-01-01T01:00:00+01:00"],
                ["start": "2026-01-01T00:00:05.5Z"],
            ], [2, 0, 1]
        ),
        ([["startOffset": "PT8S"], [:], ["startOffset": "PT9S"]], nil),
        ([["startOffset": "8"], ["startOffset": "PT0S"], ["startOffset": "PT9S"]], nil),
        ([["startOffset": "P"], ["startOffset": "PT0S"], ["startOffset": "PT9S"]], nil),
        ([["start": "soon"], ["start": "2026-01-01T00:00:00Z"], ["start": "2026-01-01T00:00:01Z"]], nil),
    ]

    @Test(arguments: orders)
    func `Periods are numbered as they begin`(attributes: [[String: String]], numbers: [Int]?) throws {
        let ids = ["a", "b", "c"]
        let periods = zip(ids, attributes).map { CPIXPeriod(id: $0, attributes: $1) }
        guard let numbers else {
            let error = #expect(throws: RunFailure.self) {
                _ = try CPIXPeriodNumbers(periods, name: "d.xml")
            }
            #expect(error?.failureClass == .malformed)
            return
        }
        let found = try CPIXPeriodNumbers(periods, name: "d.xml")
        #expect(ids.map { found.numbers[$0] } == numbers)
        #expect(found.hasTimes == attributes.contains { !$0.isEmpty })
    }

    @Test func `An index goes before times`() throws {
        let periods = [
            CPIXPeriod(id: "a", index: 0, attributes: ["startOffset": "PT8S"]),
            CPIXPeriod(id: "b", index: 1, attributes: ["startOffset": "PT0S"]),
        ]
        #expect(try CPIXPeriodNumbers(periods, name: "d.xml").numbers == ["a": 0, "b": 1])
    }

    private static let appleFormat =
        ",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""

    /// CPIX 2.3 has a URI in `URIExtXKey` where `HLSSignalingData` has lines.
    ///
    /// Whole-segment encryption has no key format but identity.
    @Test(
        arguments: [
            (.sampleAES, "SAMPLE-AES", appleFormat), (.sampleAESCTR, "SAMPLE-AES-CTR", appleFormat),
            (.aes128, "AES-128", ""),
        ] as [(ProtectionMethod, String, String)]
    )
    func `A URI without a line is written into one`(
        method: ProtectionMethod,
        name: String,
        format: String
    ) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let kid = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        var document = CPIXDocument(contentID: "movie-42")
        document.contentKeys = [CPIXContentKey(kid: kid, key: .random())]
        let fairPlay = try #require(UUID(uuidString: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"))
        var system = CPIXDRMSystem(systemID: fairPlay, kid: kid)
        system.keyURI = "skd://server/key?id=1"
        document.drmSystems = [system]
        let supplier = try CPIXKeySupplier(document, name: "d.xml", contentID: nil)
        #expect(supplier.warnings.allSatisfy { !$0.contains("PSSH") && !$0.contains("times") })
        let requirement = KeyRequirement(
            identity: try KeyIdentity("movie-42", "all"),
            media: [.video(pixels: nil)],
            method: method
        )
        let supplied = try supplier.keys(for: [requirement], systems: [fairPlay], in: store)
        #expect(
            supplied.map { $0.lines.map(\.media) } == [
                [
                    [
                        "#EXT-X-KEY:METHOD=\(name),URI=\"skd://server/key?id=1\"\(format)"
                    ]
                ]
            ]
        )
    }
}
