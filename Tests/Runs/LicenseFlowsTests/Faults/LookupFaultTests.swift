import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import LicenseFlows

/// R08: exported files without the key, and asset ids that almost match.
struct LookupFaultTests {
    private static let assetID = "movie-42/all/0/1"

    /// Exports CSV with another asset id, as text and in hexadecimal.
    private static func rename(_ planted: inout PlantedFlow, to newAssetID: String) throws {
        try planted.export(as: "csv") { csv in
            csv.replacingOccurrences(of: "\r\n\(assetID),", with: "\r\n\(newAssetID),")
                .replacingOccurrences(
                    of: Hexadecimal.encode(Array(assetID.utf8)),
                    with: Hexadecimal.encode(Array(newAssetID.utf8))
                )
        }
    }

    static let faults: [PlantedFault] = [
        PlantedFault(.lookup, "upper case", says: "upper and lower case") {
            try rename(&$0, to: "Movie-42/all/0/1")
        },
        PlantedFault(.lookup, "percent-encoded", says: "percent-encoding") {
            try rename(&$0, to: "movie%2D42/all/0/1")
        },
        PlantedFault(.lookup, "the scheme kept in the file", says: "without the URI's scheme") {
            try rename(&$0, to: "skd://" + assetID)
        },
        PlantedFault(.lookup, "the scheme kept by the app", says: "scheme in front") {
            $0.request.rule = .whole
            try $0.export(as: "csv")
        },
        PlantedFault(.lookup, "another rule", says: "the rule host") {
            $0.request.rule = .host
            try $0.export(as: "csv")
        },
        PlantedFault(.lookup, "white space in the file", says: "-42584") {
            try rename(&$0, to: "movie-42/all/0/1x")
        },
        PlantedFault(.lookup, "another title", says: "its titles: movie-77") {
            try $0.export(as: "csv") {
                $0.replacingOccurrences(of: "movie-42", with: "movie-77")
                    .replacingOccurrences(
                        of: Hexadecimal.encode(Array(assetID.utf8)),
                        with: Hexadecimal.encode(Array("movie-77/all/0/1".utf8))
                    )
            }
        },
        PlantedFault(.lookup, "another key under the same asset id", says: "another key") { planted in
            let key = try #require(try planted.fixture.records.first).key.digits
            try planted.export(as: "jsonl") { jsonl in
                jsonl.replacingOccurrences(of: key, with: String(key.reversed()))
                    .replacingOccurrences(of: "\"generation\":1", with: "\"generation\":2")
            }
        },
        PlantedFault(.lookup, "another IV under the same asset id", says: "another IV") { planted in
            let iv = try #require(try planted.fixture.records.first).iv.hexadecimal
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: iv, with: String(iv.reversed())) }
        },
        PlantedFault(.lookup, "another key id under the same asset id", says: "another key id") { planted in
            let id = try #require(try planted.fixture.records.first).keyID.uuidString.lowercased()
            try planted.export(as: "jsonl") {
                $0.replacingOccurrences(of: id, with: "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0")
            }
        },
        PlantedFault(.lookup, "revoked", says: "revoked") {
            try $0.export(as: "csv") { $0.replacingOccurrences(of: ",active\r\n", with: ",revoked\r\n") }
        },
        PlantedFault(.lookup, "no IV", says: "no IV") { planted in
            let iv = try #require(try planted.fixture.records.first).iv.hexadecimal
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: "\"iv\":\"\(iv)\",", with: "") }
        },
        PlantedFault(.lookup, "nothing in the file", says: "it has no key") {
            try $0.setExport([], as: "jsonl")
        },
        PlantedFault(
            .lookup,
            "two keys under one id",
            in: FlowFixture.rotating,
            says: "2 keys for the asset id"
        ) {
            try $0.export(as: "csv") { csv in
                csv.replacingOccurrences(of: "movie-42/all/1/1", with: "movie-42/all/0/1")
                    .replacingOccurrences(
                        of: Hexadecimal.encode(Array("movie-42/all/1/1".utf8)),
                        with: Hexadecimal.encode(Array("movie-42/all/0/1".utf8))
                    )
            }
        },
        PlantedFault(.lookup, "a key period missing", in: FlowFixture.rotating, says: "-42584") {
            try $0.export(as: "jsonl") { $0.split(separator: "\n").prefix(1).joined() + "\n" }
        },
        PlantedFault(
            .lookup,
            "several keys behind one address",
            .hardCoded,
            in: FlowFixture.rotating,
            says: "identifies one key"
        ) {
            $0.request.rule = .host
            try $0.export(as: "csv")
        },
        PlantedFault(
            .lookup,
            "a URL in upper case",
            .keyDelivery,
            in: FlowFixture.identity,
            says: "upper and lower case"
        ) {
            try $0.export(as: "jsonl") { $0.replacingOccurrences(of: "/hls/movie-42", with: "/HLS/movie-42") }
        },
        PlantedFault(
            .lookup,
            "a URL without its query",
            .keyDelivery,
            in: FlowFixture.identity,
            says: "only in the query"
        ) { planted in
            let id = try #require(try planted.fixture.records.first).keyID.uuidString.lowercased()
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: "?k=\(id)", with: "") }
        },
        PlantedFault(
            .lookup,
            "another key for the URL",
            .keyDelivery,
            in: FlowFixture.identity,
            says: "another key"
        ) { planted in
            let key = try #require(try planted.fixture.records.first).key.digits
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: key, with: String(key.reversed())) }
        },
        PlantedFault(
            .lookup,
            "a key id that the document lacks",
            .cenc,
            in: FlowFixture.fragments,
            says: "no key"
        ) { planted in
            let id = try #require(try planted.fixture.records.first).keyID.uuidString.lowercased()
            try planted.export(as: "jsonl") {
                $0.replacingOccurrences(of: id, with: String(id.dropLast()) + (id.last == "0" ? "1" : "0"))
            }
        },
        PlantedFault(
            .lookup,
            "other bytes under the key id",
            .cenc,
            in: FlowFixture.fragments,
            says: "other bytes"
        ) { planted in
            let key = try #require(try planted.fixture.records.first).key.digits
            try planted.export(as: "jsonl") { $0.replacingOccurrences(of: key, with: String(key.reversed())) }
        },
    ]

    @Test(arguments: faults)
    func `A key that is not found is told as R08`(_ fault: PlantedFault) throws { try fault.check() }

    @Test(arguments: ["jsonl", "csv", "fps-sdk"])
    func `Each format is looked up by asset id`(format: String) throws {
        // The SDK refuses keys without a content type.
        let fixtures =
            format == "fps-sdk"
            ? [FlowFixture.classified, FlowFixture.classifiedRotating]
            : [FlowFixture.fairPlay, FlowFixture.rotating]
        for fixture in fixtures {
            var planted = try PlantedFlow(fixture, .ksm)
            try planted.export(as: format)
            #expect(try planted.run().holds)
        }
    }

    /// The app uses one of the rules, and the export has the asset ids of the rule that its key server uses.
    @Test func `Where no rule is said, one asset id that is found is enough`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.store = nil
        try planted.export(as: "csv")
        let report = try planted.run()
        #expect(report.holds)
        let step = try #require(report.steps.first { $0.code == .lookup })
        #expect(step.count == 1 && step.findings.map(\.severity) == [.warning])
        #expect(step.findings.first?.message.contains("host, whole") == true)
        try planted.setExport([], as: "jsonl")
        let failed = try planted.run().steps.filter { $0.outcome == .fails }
        #expect(failed.map(\.code) == [.lookup] && failed.flatMap(\.findings).count == 1)
    }

    /// A key server needs nothing else.
    @Test func `A file of asset id, key and IV is enough`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        let record = try #require(try planted.fixture.records.first)
        let row = "\(Self.assetID),\(record.key.digits),\(record.iv.hexadecimal)\r\n"
        try planted.setExport(Array(("asset_id,key,iv\r\n" + row).utf8), as: "csv")
        #expect(try planted.run().holds)
    }
}
