import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// R02: faults in the asset ids with which clients request licenses.
struct AssetIDFaultTests {
    private static let uri = "skd://movie-42/all/0/1"

    /// Gives the key another URI in playlists and exported file, and removes the key store.
    private static func rename(_ planted: inout PlantedFlow, to new: String, rule: AssetIDRule?) throws {
        try planted.edit("index.m3u8", uri, new)
        try planted.edit("main.m3u8", uri, new)
        planted.store = nil
        planted.request.rule = rule
        let key = try #require(try planted.fixture.records.first)
        let digits = key.key.digits
        let ids = rule?.assetIDs(inKeyURI: new) ?? AssetIDRule.candidates(forKeyURI: new)
        let listed = ids.map { "{\"hex\":\"\($0.hex)\",\"rule\":\"\($0.rule.name)\"}" }.joined(separator: ",")
        let line =
            "{\"version\":1,\"content_id\":\"movie-42\",\"track\":\"all\",\"key_id\":\"\(key.keyID.uuidString)\",\"key\":\"\(digits)\","
            + "\"iv\":\"\(key.iv.hexadecimal)\",\"method\":\"sample-aes\",\"key_format\":\"com.apple.streamingkeydelivery\","
            + "\"key_uri\":\"\(new)\",\"asset_ids\":[\(listed)]}\n"
        try planted.setExport(Array(line.utf8), as: "jsonl")
    }

    static let faults: [PlantedFault] = [
        PlantedFault(.assetID, "one byte", says: "extracts no asset id of 2 to 200 bytes") {
            try rename(&$0, to: "skd://x", rule: .afterScheme)
        },
        PlantedFault(.assetID, "more than 200 bytes", says: "(211 bytes)") {
            try rename(&$0, to: "skd://" + String(repeating: "x", count: 205), rule: .afterScheme)
        },
        PlantedFault(.assetID, "no slashes, which the rule needs", says: "afterScheme") {
            try rename(&$0, to: "skd:movie-42", rule: .afterScheme)
        },
        PlantedFault(.assetID, "a URI that Foundation refuses", says: "gives nil") {
            try rename(&$0, to: "skd://movie 42/x", rule: .host)
        },
        PlantedFault(.assetID, "a host that Foundation changes", says: "another value") {
            try rename(&$0, to: "skd://möwe/x", rule: .host)
        },
        PlantedFault(.assetID, "a template without asset ids", says: "asset_id: none") {
            try $0.export(as: "jsonl")
            $0.store = nil
            $0.request.templateRules = []
        },
        PlantedFault(
            .assetID,
            "two keys with one id",
            in: FlowFixture.rotating,
            says: "the same asset id as the key of"
        ) {
            $0.request.rule = .host
            try $0.export(as: "csv") { $0.replacingOccurrences(of: "afterScheme", with: "other") }
        },
        PlantedFault(
            .assetID,
            "KEYID unlike the document",
            .cenc,
            in: FlowFixture.fragments,
            says: "several keys"
        ) {
            let id = try #require(try $0.fixture.records.first).keyID.uuidString.lowercased().filter {
                $0 != "-"
            }
            for name in ["index.m3u8", "main.m3u8"] {
                try $0.edit(
                    name,
                    "KEYID=0x" + id,
                    "KEYID=0x" + String(id.dropLast()) + (id.last == "0" ? "1" : "0")
                )
            }
        },
        PlantedFault(.assetID, "another key id in tenc", .cenc, in: FlowFixture.fragments, says: "track") {
            try $0.change("init.mp4") { bytes in
                guard let box = bytes.firstRange(of: Array("tenc".utf8)) else { return }
                bytes[box.upperBound + 8] ^= 1
            }
        },
        PlantedFault(.assetID, "another key id in pssh", .cenc, in: FlowFixture.fragments, says: "pssh") {
            let id = try #require(try $0.fixture.records.first).keyID
            let keyID = id.bytes
            try $0.change("init.mp4") { bytes in
                guard let box = bytes.firstRange(of: Array("pssh".utf8)),
                    let found = bytes[box.upperBound...].firstRange(of: keyID)
                else { return }
                bytes[found.lowerBound] ^= 1
            }
        },
        PlantedFault(.assetID, "http", .keyDelivery, in: FlowFixture.identity, says: "unencrypted") {
            try $0.edit("index.m3u8", "https://keys", "http://keys")
            try $0.edit("main.m3u8", "https://keys", "http://keys")
        },
        PlantedFault(
            .assetID,
            "a file beside the playlist",
            .keyDelivery,
            in: FlowFixture.identity,
            says: "a file next to"
        ) {
            try $0.edit("index.m3u8", "https://keys.example.com/", "")
            try $0.edit("main.m3u8", "https://keys.example.com/", "")
        },
        PlantedFault(.assetID, "a data URI", .keyDelivery, in: FlowFixture.identity, says: "the key itself") {
            try $0.edit("index.m3u8", "https://keys.example.com/", "data:text/plain,")
            try $0.edit("main.m3u8", "https://keys.example.com/", "data:text/plain,")
        },
    ]

    @Test(arguments: faults)
    func `A fault of what is asked by is told as R02`(_ fault: PlantedFault) throws { try fault.check() }

    /// The app uses one of the rules that give an asset id.
    @Test func `Where no rule is said, one that tells keys apart is enough`() throws {
        var planted = try PlantedFlow(FlowFixture.rotating, .ksm)
        planted.store = nil
        try planted.export(as: "jsonl")
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let step = try #require(report.steps.first { $0.code == .assetID })
        #expect(step.findings.map(\.severity) == [.warning])
        #expect(step.findings.first?.message.contains("by the rule host") == true)
    }

    @Test func `Where no rule is said, one that Foundation does not change is enough`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        try Self.rename(&planted, to: "skd://möwe/x", rule: nil)
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let step = try #require(report.steps.first { $0.code == .assetID })
        #expect(!step.findings.isEmpty && step.findings.allSatisfy { $0.severity == .warning })
    }

    @Test func `A URI without slashes is a warning for a rule that needs none`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        try Self.rename(&planted, to: "skd:movie-42", rule: .afterColon)
        let report = try planted.run()
        #expect(report.holds)
        let step = try #require(report.steps.first { $0.code == .assetID })
        #expect(step.findings.map(\.severity) == [.warning])
    }
}
