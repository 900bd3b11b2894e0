import Ciphers
import Foundation
import KeyURITemplates
import LicenseMessages
import PresentationFixtures
import ProtectionTerms
import Rehearsal
import Synchronization
import Testing

@testable import LicenseFlows

/// R10: CKCs that a device refuses or that contradict the exported file.
struct AnswerFaultTests {
    /// Changes the TLLVs of each CKC.
    private static func answer(
        _ planted: inout PlantedFlow,
        _ change: @escaping @Sendable ([TLLV]) -> [TLLV]
    ) {
        let posted = Posted()
        planted.faults.request = { spc in
            posted.spc.withLock { $0 = spc }
            return spc
        }
        planted.faults.answer = { answer, _ in
            let spc = posted.spc.withLock { $0 }
            return LicenseResponse(
                status: 200,
                body: try MessageSurgery.ckc(answer.body, answering: spc, change)
            )
        }
    }

    private final class Posted: Sendable {
        let spc = Mutex<[UInt8]>([])
    }

    /// Returns a change of the first byte of a TLLV's value.
    private static func changed(_ tag: LicenseTag) -> @Sendable ([TLLV]) -> [TLLV] {
        { tllvs in
            tllvs.map { tllv in
                guard tllv.tag == tag else { return tllv }
                return TLLV(
                    tag: tag,
                    value: [tllv.value[0] ^ 1] + tllv.value.dropFirst(),
                    padding: tllv.padding
                )
            }
        }
    }

    private static func without(_ tag: LicenseTag) -> @Sendable ([TLLV]) -> [TLLV] {
        { $0.filter { $0.tag != tag } }
    }

    /// Gives the key a lease in the exported file, and removes the key store.
    private static func lease(_ planted: inout PlantedFlow, _ seconds: Int) throws {
        planted.store = nil
        planted.request.rule = .afterScheme
        try planted.export(as: "jsonl") {
            $0.replacingOccurrences(
                of: "\"version\":1,",
                with:
                    "\"version\":1,\"content_type\":\"sd\",\"hdcp\":\"type-1\",\"lease_seconds\":\(seconds),"
            )
        }
    }

    static let faults: [PlantedFault] = [
        PlantedFault(.answer, "another R1", says: "R1 is not the request's") { answer(&$0, changed(.r1)) },
        PlantedFault(.answer, "no R1", says: "no R1") { answer(&$0, without(.r1)) },
        PlantedFault(.answer, "no content key", says: "no content key") { answer(&$0, without(.contentKey)) },
        PlantedFault(.answer, "the asset id not returned", says: "does not return asset id") {
            answer(&$0, without(.assetID))
        },
        PlantedFault(.answer, "another transaction id returned", says: "another transaction id") {
            answer(&$0, changed(.transactionID))
        },
        PlantedFault(.answer, "another IV", says: "another IV than the export") {
            answer(&$0, changed(.contentKey))
        },
        PlantedFault(.answer, "another key", says: "another key than the export") {
            answer(&$0) { tllvs in
                tllvs.map { tllv in
                    guard tllv.tag == .contentKey else { return tllv }
                    var value = tllv.value
                    value[31] ^= 1
                    return TLLV(tag: tllv.tag, value: value, padding: tllv.padding)
                }
            }
        },
        PlantedFault(.answer, "R1 twice", says: "twice") { answer(&$0) { $0 + $0.filter { $0.tag == .r1 } } },
        PlantedFault(.answer, "cut short", says: "too short") {
            $0.faults.answer = { answer, _ in LicenseResponse(status: 200, body: answer.body.dropLast(16)) }
        },
        PlantedFault(.answer, "bytes behind it", says: "1 byte follows the CKC") {
            $0.faults.answer = { answer, _ in LicenseResponse(status: 200, body: answer.body + [0]) }
        },
        PlantedFault(.answer, "a page in its place", says: "not a CKC") {
            $0.faults.answer = { _, _ in
                LicenseResponse(status: 200, body: Array("<html>Sign in</html>".utf8))
            }
        },
        PlantedFault(.answer, "no key duration", says: "no key duration") {
            try lease(&$0, 3600)
            answer(&$0, without(.keyDuration))
        },
        PlantedFault(.answer, "another lease", says: "a lease of") {
            try lease(&$0, 3600)
            answer(&$0, changed(.keyDuration))
        },
        PlantedFault(.answer, "no HDCP", says: "HDCP type-1") {
            try lease(&$0, 3600)
            answer(&$0, without(.hdcp))
        },
        PlantedFault(.answer, "another IV in the key line", says: "the key line has an IV") {
            try $0.edit(
                "index.m3u8",
                "METHOD=SAMPLE-AES,",
                "METHOD=SAMPLE-AES,IV=0x000102030405060708090A0B0C0D0E0F,"
            )
        },
    ]

    @Test(arguments: faults)
    func `A CKC that does not hold is told as R10`(_ fault: PlantedFault) throws { try fault.check() }

    /// Apple's test vectors have both; one open-source key server always writes them.
    @Test func `A duration of 0 and unknown TLLVs are no errors`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        Self.answer(&planted) { tllvs in
            let zero = [UInt8](repeating: 0, count: 8) + [0x3D, 0xF2, 0xD9, 0xFB] + [0, 0, 0, 0]
            return tllvs + [
                TLLV(tag: .keyDuration, value: zero, padding: []),
                TLLV(
                    tag: LicenseTag(rawValue: 0xABCD),
                    value: [1],
                    padding: [UInt8](repeating: 7, count: 15)
                ),
            ]
        }
        #expect(try planted.run().holds)
    }
}
