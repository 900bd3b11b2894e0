import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// R11 and R12: media that do not decrypt with the licensed keys, and later licenses.
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

    /// Edits the lines of a playlist.
    private static func edit(_ name: String, _ planted: PlantedFlow, _ change: ([String]) -> [String]) throws
    {
        let text = String(decoding: try planted.folder.read("out/" + name), as: UTF8.self)
        let lines = change(text.split(whereSeparator: \.isNewline).map(String.init))
        try planted.folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "out/" + name)
    }

    /// Faults found by comparison with the source, and the same by comparison with digests in the key store.
    static let changedMedia: [PlantedFault] = [true, false].flatMap { hasSource in
        let name = { (name: String) in name + (hasSource ? ", beside the source" : ", beside the key store") }
        let fault = {
            (
                what: String,
                flow: LicenseFlow,
                fixture: Result<FlowFixture, any Error>,
                plant: @escaping @Sendable (inout PlantedFlow) throws -> Void
            ) in
            PlantedFault(.segments, name(what), flow, in: fixture) {
                if !hasSource { $0.request.source = nil }
                try plant(&$0)
            }
        }
        return [
            fault("a pattern that nothing decrypts", .ksm, FlowFixture.fragments) {
                // The pattern of `tenc` follows version, flags and a reserved byte (ISO/IEC 23001-7, 8.2.2).
                try $0.change("init.mp4") { bytes in
                    guard let box = bytes.firstRange(of: Array("tenc".utf8)) else { return }
                    bytes[box.upperBound + 5] = 0x28
                }
            },
            fault("segments in another order", .ksm, FlowFixture.fairPlay) {
                let (one, other) = (try $0.folder.read("out/8.aac"), try $0.folder.read("out/9.aac"))
                try $0.folder.write(other, to: "out/8.aac")
                try $0.folder.write(one, to: "out/9.aac")
            },
            fault("the last segment gone", .ksm, FlowFixture.fairPlay) {
                try edit("index.m3u8", $0) { lines in
                    guard let last = lines.lastIndex(of: "10.aac") else { return lines }
                    var lines = lines
                    lines.removeSubrange(last - 1...last)
                    return lines
                }
            },
            fault("a segment twice", .cenc, FlowFixture.fragments) {
                try $0.folder.write(try $0.folder.read("out/segment1.m4s"), to: "out/segment2.m4s")
            },
            fault("a segment twice", .keyDelivery, FlowFixture.identity) {
                try $0.folder.write(try $0.folder.read("out/8.aac"), to: "out/9.aac")
            },
        ]
    }

    @Test(arguments: changedMedia)
    func `Media that decrypt, and are others, are told as R11`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    /// A live window, a gap, and segments that another tool inserted.
    @Test(arguments: ["window", "gap", "advertisement"])
    func `A part of the media that the key store knows is a warning`(kind: String) throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.request.source = nil
        try Self.edit("index.m3u8", planted) { lines in
            guard let last = lines.lastIndex(of: "10.aac"), let first = lines.firstIndex(of: "7.aac") else {
                return lines
            }
            switch kind {
            case "window":
                return (lines[..<(last - 1)] + lines[(last + 1)...]).filter { line in
                    line != "#EXT-X-ENDLIST" && !line.hasPrefix("#EXT-X-PLAYLIST-TYPE")
                }
            case "gap": return Array(lines[..<last]) + ["#EXT-X-GAP"] + Array(lines[last...])
            default:
                return Array(lines[...last])
                    + ["#EXT-X-DISCONTINUITY", "#EXT-X-KEY:METHOD=NONE", lines[first - 1], "ad.aac"]
                    + Array(lines[(last + 1)...])
            }
        }
        let ad = FileManager.default.contents(atPath: planted.fixture.output + "/../in/7.aac")
        try planted.folder.write(Array(try #require(ad)), to: "out/ad.aac")
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let step = try #require(report.steps.first { $0.code == .segments })
        #expect(step.findings.map(\.severity) == [.warning])
    }

    /// The file has the same URI as the playlist; the key store would refuse such a key.
    @Test func `A key in its own URI is told, and shown nowhere`() throws {
        var planted = try PlantedFlow(FlowFixture.identity, .keyDelivery)
        let record = try #require(try planted.fixture.records.first)
        let old = "https://keys.example.com/hls/movie-42?k=\(record.keyID.uuidString.lowercased())"
        let new = "https://keys.example.com/\(record.key.digits)"
        for name in ["index.m3u8", "main.m3u8"] { try planted.edit(name, old, new) }
        planted.store = nil
        try planted.setExport(
            HandExport.record(of: record, ["method": "\"aes-128\"", "key_uri": "\"\(new)\""]),
            as: "jsonl"
        )
        let report = try planted.run()
        #expect(report.steps.filter { $0.outcome == .fails }.map(\.code) == [.segments])
        let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(text.contains("keys.example.com") && !text.lowercased().contains(record.key.digits))
    }

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
            // Otherwise R11 would report it as well.
            for name in ["9.aac", "10.aac"] {
                try planted.folder.write(try planted.folder.read("out/7.aac"), to: "out/" + name)
            }
            try edit("index.m3u8", planted) { lines in
                lines.flatMap { $0 == "8.aac" || $0 == "9.aac" ? [$0, "#EXT-X-DISCONTINUITY"] : [$0] }
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

    /// Runs every flow with every title that suits it.
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
        let report = try planted.run()
        #expect(report.holds)
        for step in report.steps {
            // Without rotation this flow has no later license.
            let isIdle = flow == .cenc && step.code == .renewal && step.outcome == .skipped
            #expect(isIdle || step.outcome == .holds && step.count > 0, "\(step)")
        }
    }
}
