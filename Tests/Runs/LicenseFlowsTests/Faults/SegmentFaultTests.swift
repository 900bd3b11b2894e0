import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import Testing

@testable import LicenseFlows

/// R11 and R12: media that keys of licenses do not open, and what comes later.
struct SegmentFaultTests {
    static let faults: [PlantedFault] = [
        PlantedFault(.segments, "an encrypted byte changed") {
            try $0.change("8.aac") { $0[$0.count / 2] ^= 1 }
        },
        PlantedFault(.segments, "a segment missing") {
            try FileManager.default.removeItem(atPath: $0.folder.path + "/out/8.aac")
        },
        PlantedFault(.segments, "media of another source", says: "") {
            let folder = $0.folder
            try FileManager.default.copyItem(
                atPath: $0.fixture.output + "/../in",
                toPath: folder.path + "/in"
            )
            var bytes = try folder.read("in/8.aac")
            bytes[bytes.count / 2] ^= 1
            try folder.write(bytes, to: "in/8.aac")
            $0.request.source = folder.path + "/in/main.m3u8"
        },
        PlantedFault(.segments, "a wrong key in a file of no store", says: "") { planted in
            planted.store = nil
            planted.request.rule = .afterScheme
            let key = try #require(try planted.fixture.records.first).key.digits
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: key, with: String(key.reversed())) }
        },
        PlantedFault(.segments, "an encrypted byte changed", .keyDelivery, in: FlowFixture.identity) {
            try $0.change("8.aac") { $0[$0.count / 2] ^= 1 }
        },
        PlantedFault(.segments, "an encrypted byte changed", .cenc, in: FlowFixture.fragments) {
            try $0.change("segment1.m4s") { $0[$0.count / 2] ^= 1 }
        },
    ]

    @Test(arguments: faults)
    func `Media that do not decrypt are told as R11`(_ fault: PlantedFault) throws { try fault.check() }

    static let later: [PlantedFault] = [
        PlantedFault(.renewal, "no license a second time", says: "no license a second time") {
            $0.faults.answer = { answer, number in
                number == 1 ? answer : LicenseResponse(status: 403, body: [])
            }
        },
        PlantedFault(
            .renewal,
            "the same key for the next key line",
            in: FlowFixture.rotating,
            says: "the same key as"
        ) { planted in
            planted.store = nil
            planted.request.rule = .afterScheme
            planted.request.source = nil
            let records = try planted.fixture.records
            try planted.export(as: "jsonl") { jsonl in
                jsonl.replacingOccurrences(of: records[1].key.digits, with: records[0].key.digits)
                    .replacingOccurrences(of: records[1].iv.hexadecimal, with: records[0].iv.hexadecimal)
            }
            // Else R11 tells of it, too.
            for name in ["9.aac", "10.aac"] {
                try planted.folder.write(try planted.folder.read("out/7.aac"), to: "out/" + name)
            }
        },
        PlantedFault(.renewal, "a lease that is shorter than a segment", says: "shorter than a segment") {
            $0.store = nil
            $0.request.rule = .afterScheme
            try $0.export(as: "jsonl") {
                $0.replacingOccurrences(
                    of: "\"version\":1,",
                    with: "\"version\":1,\"content_type\":\"sd\",\"lease_seconds\":2,"
                )
            }
        },
    ]

    @Test(arguments: later)
    func `What does not hold later is told as R12`(_ fault: PlantedFault) throws { try fault.check() }

    /// Every flow over every title that it is for.
    @Test(arguments: [
        (FlowFixture.fairPlay, LicenseFlow.ksm), (FlowFixture.rotating, .ksm), (FlowFixture.fragments, .ksm),
        (FlowFixture.rotatingFragments, .ksm), (FlowFixture.fairPlay, .hardCoded),
        (FlowFixture.identity, .keyDelivery),
        (FlowFixture.fragments, .cenc), (FlowFixture.rotatingFragments, .cenc),
    ])
    func `All steps of a flow without a fault hold`(
        fixture: Result<FlowFixture, any Error>,
        flow: LicenseFlow
    ) throws {
        var planted = try PlantedFlow(fixture, flow)
        planted.request.forms = LicenseRequestForm.allCases
        let report = try planted.walk()
        #expect(report.holds)
        for step in report.steps {
            // Without rotation nothing follows in that flow.
            let isIdle = flow == .cenc && step.code == .renewal && step.outcome == .skipped
            #expect(isIdle || step.outcome == .holds && step.count > 0, "\(step)")
        }
    }
}
