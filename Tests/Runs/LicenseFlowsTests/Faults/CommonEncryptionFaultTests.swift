import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The flow of Widevine and PlayReady: faults in key ids, CPIX documents and boxes.
struct CommonEncryptionFaultTests {
    private static func fault(
        _ code: FlowStep,
        _ name: String,
        in fixture: Result<FlowFixture, any Error> = FlowFixture.fragments,
        says message: String,
        _ plant: @escaping @Sendable (inout PlantedFlow) throws -> Void
    ) -> PlantedFault {
        PlantedFault(code, name, .cenc, in: fixture, says: message, plant)
    }

    /// Changes the last byte of the first key id after the type of a box.
    private static func changeKeyID(behind box: String, _ file: String, _ planted: PlantedFlow) throws {
        let ids = try planted.fixture.records.map(\.keyID.bytes)
        try planted.change(file) { bytes in
            guard let start = bytes.firstRange(of: Array(box.utf8))?.upperBound,
                let id = (start..<bytes.count).first(where: { offset in
                    ids.contains { bytes[offset...].starts(with: $0) }
                })
            else { return }
            bytes[id + 15] ^= 1
        }
    }

    static let faults: [PlantedFault] = [
        fault(
            .keyLines,
            "lines of FairPlay alone",
            in: FlowFixture.fairPlay,
            says: "no key line of PlayReady or Widevine"
        ) { _ in },
        fault(
            .keyLines,
            "METHOD=AES-128 with Widevine's key format",
            says: "METHOD=AES-128 with the key format of Widevine"
        ) {
            for name in ["index.m3u8", "main.m3u8"] {
                let text = String(decoding: try $0.folder.read("out/" + name), as: UTF8.self)
                let lines = text.split(whereSeparator: \.isNewline).map(String.init).map { line in
                    line.contains("edef8ba9")
                        ? line.replacingOccurrences(of: "METHOD=SAMPLE-AES,", with: "METHOD=AES-128,") : line
                }
                try $0.folder.write(lines.joined(separator: "\n").utf8, to: "out/" + name)
            }
        },
        fault(.assetID, "base64 that is broken", says: "no document that can be read") {
            for name in ["index.m3u8", "main.m3u8"] { try $0.edit(name, ";base64,", ";base64,*") }
        },
        fault(
            .assetID,
            "another key id in the first seig",
            in: FlowFixture.sampleGroups,
            says: ": KID 0x"
        ) {
            try changeKeyID(behind: "seig", "segment0.m4s", $0)
        },
        fault(
            .assetID,
            "another key id in the last seig",
            in: FlowFixture.sampleGroups,
            says: ": KID 0x"
        ) {
            try changeKeyID(behind: "seig", "segment2.m4s", $0)
        },
        fault(.lookup, "a document without the key", says: "the export has no key") {
            $0.store = nil
            try $0.setExport(HandExport.cpix(UUID(), HandExport.otherKey), as: "cpix-2.3")
        },
        fault(.lookup, "a document with other bytes than the record", says: "other bytes in the export") {
            let key = try #require(try $0.fixture.records.first)
            try $0.setExport(HandExport.cpix(key.keyID, HandExport.otherKey), as: "cpix-2.3")
        },
        fault(
            .lookup,
            "a document with other bytes than PlayReady's checksum, and no store",
            in: FlowFixture.sampleGroups,
            says: "does not match the CHECKSUM"
        ) {
            $0.store = nil
            try $0.setExport(
                HandExport.cpix(try $0.fixture.records.map { ($0.keyID, HandExport.otherKey) }),
                as: "cpix-2.3"
            )
        },
        fault(.lookup, "revoked", says: "is revoked in the export") {
            let id = try #require(try $0.fixture.records.first).keyID.uuidString
            let members = ["content_id": "\"movie-42\"", "key_id": "\"\(id)\"", "state": "\"revoked\""]
            try $0.setExport(HandExport.record(members), as: "jsonl")
        },
        fault(
            .policy,
            "a lease that the record does not have",
            says: "lease is 60s, in the record it is none"
        ) {
            let key = try #require(try $0.fixture.records.first)
            try $0.setExport(HandExport.record(of: key, ["lease_seconds": "60"]), as: "jsonl")
        },
        fault(.segments, "a wrong key in a document of no store", says: "segment0.m4s") {
            $0.store = nil
            let key = try #require(try $0.fixture.records.first)
            try $0.setExport(HandExport.cpix(key.keyID, HandExport.otherKey), as: "cpix-2.3")
        },
        fault(.segments, "another constant IV in tenc", says: "the constant IV is not that of the key") {
            let iv = try #require(try $0.fixture.records.first).iv.bytes
            try $0.change("init.mp4") { bytes in
                guard let start = bytes.firstRange(of: Array("tenc".utf8))?.upperBound,
                    let found = bytes[start...].firstRange(of: iv)
                else { return }
                bytes[found.lowerBound] ^= 1
            }
        },
        fault(
            .lookup,
            "no IV in the document, and a key of a sample group",
            in: FlowFixture.constantGroups,
            says: "no IV of key"
        ) {
            $0.store = nil
            try $0.setExport(
                HandExport.cpix(try $0.fixture.records.map { ($0.keyID, $0.key.digits) }),
                as: "cpix-2.3"
            )
        },
        fault(.segments, "a fragment missing", says: "segment2.m4s") {
            try FileManager.default.removeItem(atPath: $0.folder.path + "/out/segment2.m4s")
        },
    ]

    @Test(arguments: faults)
    func `A fault of Common Encryption is told at its step`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    /// Licenses of these systems have no IV: devices take it from the media.
    @Test func `A document of key id and key alone holds`() throws {
        for knowsRecord in [true, false] {
            var planted = try PlantedFlow(FlowFixture.fragments, .cenc)
            let key = try #require(try planted.fixture.records.first)
            if !knowsRecord { planted.store = nil }
            try planted.setExport(HandExport.cpix(key.keyID, key.key.digits), as: "cpix-2.3")
            let report = try planted.run()
            #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        }
    }

    /// FairPlay players find keys by key lines, whatever key ids the media and the file have, if any.
    @Test func `Sample groups hold for FairPlay without a key store`() throws {
        for hasIDs in [true, false] {
            var planted = try PlantedFlow(FlowFixture.constantGroups, .ksm)
            planted.request.rule = .afterScheme
            planted.store = nil
            try planted.export(as: "csv")
            if !hasIDs {
                let rows = try planted.fixture.records.map { record in
                    "movie-42/all/\(record.identity.period)/1,\(record.key.digits),\(record.iv.hexadecimal)\r\n"
                }
                try planted.setExport(Array(("asset_id,key,iv\r\n" + rows.joined()).utf8), as: "csv")
            }
            let report = try planted.run()
            #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
            #expect(report.steps.first { $0.code == .segments }?.outcome == .holds)
        }
    }

    @Test func `Sample groups that name their keys hold`() throws {
        let report = try PlantedFlow(FlowFixture.sampleGroups, .cenc).run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(report.steps.allSatisfy { $0.outcome == .holds })
    }
}
