import Foundation
import KeyStore
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The flow of identity keys: faults in URLs and in the key bytes.
struct KeyDeliveryFaultTests {
    /// The start of the key URI, which the key id follows.
    private static let start = "https://keys.example.com/hls/movie-42?k="

    private static func fault(
        _ code: FlowStep,
        _ name: String,
        says message: String,
        _ plant: @escaping @Sendable (inout PlantedFlow) throws -> Void
    ) -> PlantedFault {
        PlantedFault(code, name, .keyDelivery, in: FlowFixture.identity, says: message, plant)
    }

    /// Returns a fault where the URI has another start in the playlists than in the export.
    private static func uriFault(_ code: FlowStep, _ name: String, _ otherStart: String, says message: String)
        -> PlantedFault
    {
        fault(code, name, says: message) {
            try give(&$0)
            for name in ["index.m3u8", "main.m3u8"] { try $0.edit(name, start, otherStart) }
        }
    }

    /// Gives the server a record of the key with additional members, and removes the key store.
    private static func give(
        _ planted: inout PlantedFlow,
        _ more: [String: String] = [:],
        and others: [[String: String]] = []
    ) throws {
        planted.store = nil
        let key = try #require(try planted.fixture.records.first)
        let signal = ["method": "\"aes-128\"", "key_uri": "\"\(start)\(key.keyID.uuidString.lowercased())\""]
        var text = HandExport.record(of: key, signal.merging(more) { $1 })
        for other in others { text += HandExport.record(of: key, signal.merging(other) { $1 }) }
        try planted.setExport(text, as: "jsonl")
    }

    static let faults: [PlantedFault] = [
        fault(.keyLines, "lines of FairPlay alone", says: "no key line of identity") {
            $0 = try PlantedFlow(FlowFixture.fairPlay, .keyDelivery)
        },
        uriFault(.assetID, "a path of the host", "/hls/movie-42?k=", says: "a file next to the playlist"),
        uriFault(
            .assetID,
            "a scheme that no player asks",
            "ftp://keys.example.com/?k=",
            says: "no player requests"
        ),
        uriFault(
            .assetID,
            "a blank in the URL",
            "https://keys.example.com/hls/movie 42?k=",
            says: "cannot be requested"
        ),
        uriFault(
            .assetID,
            "a port of nobody",
            "https://keys.example.com:0/hls/movie-42?k=",
            says: "has a port that is not from 1"
        ),
        uriFault(
            .assetID,
            "an address that is none",
            "https://1.2.3.256/hls/movie-42?k=",
            says: "has no host"
        ),
        uriFault(
            .assetID,
            "a host of 300 bytes",
            "https://\(String(repeating: "a", count: 60).appending(".") + String(repeating: "b.", count: 120))c/?k=",
            says: "has no host"
        ),
        uriFault(.lookup, "another query", start + "0", says: "only in the query"),
        uriFault(
            .lookup,
            "percent-encoding",
            "https://keys.example.com/hls/movie%2D42?k=",
            says: "only in percent-encoding"
        ),
        uriFault(
            .lookup,
            "another title",
            "https://keys.example.com/hls/movie-43?k=",
            says: "no key for this URL"
        ),
        uriFault(.lookup, "a URI that apps alone ask for", "skd://movie+43/?k=", says: "no key for this URL"),
        uriFault(
            .lookup,
            "another host",
            "https://keys.example.org/hls/movie-42?k=",
            says: "no key for this URL"
        ),
        fault(.lookup, "a path that players shorten", says: "another URL than") {
            try give(&$0)
            let key = try #require(try $0.fixture.records.first).keyID.uuidString.lowercased()
            let otherStart = "https://keys.example.com/a/../hls/movie-42?k="
            for name in ["index.m3u8", "main.m3u8"] { try $0.edit(name, start, otherStart) }
            try give(&$0, ["key_uri": "\"\(otherStart)\(key)\""])
        },
        fault(.lookup, "revoked", says: "revoked in the export") {
            try give(&$0, ["state": "\"revoked\""])
        },
        fault(.lookup, "two keys of one URL", says: "2 keys for this URL") {
            try give(
                &$0,
                and: [["key_id": "\"\(UUID().uuidString)\"", "key": "\"\(HandExport.otherKey)\""]]
            )
        },
        fault(.answer, "a key of 32 bytes", says: "32 octets (expected 16") {
            try give(&$0, ["key": "\"\(HandExport.otherKey)\(HandExport.otherKey)\""])
        },
        fault(.segments, "a wrong key in a file of no store", says: "7.aac") {
            try give(&$0, ["key": "\"\(HandExport.otherKey)\""])
        },
        fault(.segments, "a segment missing", says: "9.aac") {
            try FileManager.default.removeItem(atPath: $0.folder.path + "/out/9.aac")
        },
        fault(.renewal, "the same key for the next key line", says: "the same key as") { planted in
            let text = String(decoding: try planted.folder.read("out/index.m3u8"), as: UTF8.self)
            var lines = text.split(whereSeparator: \.isNewline).map(String.init)
            let last = try #require(lines.lastIndex { $0.hasPrefix("#EXT-X-KEY:") })
            lines[last] = lines[last].replacingOccurrences(of: start, with: start + "next-")
            try planted.folder.write(lines.joined(separator: "\n").utf8, to: "out/index.m3u8")
            let id = try #require(try planted.fixture.records.first).keyID.uuidString.lowercased()
            try give(
                &planted,
                and: [["key_id": "\"\(UUID().uuidString)\"", "key_uri": "\"\(start)next-\(id)\""]]
            )
        },
    ]

    @Test(arguments: faults)
    func `A fault of key delivery is told at its step`(_ fault: PlantedFault) throws { try fault.check() }

    /// RFC 3986 sections 3.2.2 and 6.2.3.
    @Test func `The case of a host and the usual port make no difference`() throws {
        var planted = try PlantedFlow(FlowFixture.identity, .keyDelivery)
        try Self.give(&planted)
        for name in ["index.m3u8", "main.m3u8"] {
            try planted.edit(name, "https://keys.example.com/", "https://KEYS.example.com:443/")
        }
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
    }
}
