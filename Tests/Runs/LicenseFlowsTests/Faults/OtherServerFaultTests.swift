import Ciphers
import Foundation
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import LicenseMessages
import PresentationFixtures
import ProtectionTerms
import Rehearsal
import Testing
import TextFormats

@testable import LicenseFlows

/// External key servers (`--license-url`), compared with the exported file and the key store.
struct OtherServerFaultTests {
    /// Lets an external key server answer from a changed export that the rehearsal does not have.
    private static func answer(
        _ planted: inout PlantedFlow,
        ignoringTerms: Bool = false,
        _ change: (String) -> String = { $0 }
    ) throws {
        let own = planted.request.export
        try planted.export(as: "jsonl", change)
        let keys = try #require(planted.request.export).keys
        planted.request.export = own
        planted.request.licenseURL = "http://127.0.0.1:1/license"
        try planted.useKeyServer(keys, PlantedFlow.credentials.get())
    }

    /// Returns the same file for another title.
    private static func rename(_ jsonl: String) -> String {
        let (old, new) = ("movie-42", "movie-77")
        return jsonl.replacingOccurrences(of: old, with: new)
            .replacingOccurrences(
                of: Hexadecimal.encode(Array(old.utf8)),
                with: Hexadecimal.encode(Array(new.utf8))
            )
    }

    /// Gives the rehearsal a file with additional policy terms for the key.
    private static func demand(_ planted: inout PlantedFlow, _ members: String) throws {
        planted.store = nil
        planted.request.rule = .afterScheme
        try planted.export(as: "jsonl") {
            $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\(members),")
        }
    }

    private static let offline =
        "\"content_type\":\"sd\",\"offline_stream_id\":\"01\",\"offline_title_id\":\"02\",\"rental_seconds\":7200"

    static let faults: [PlantedFault] = [
        PlantedFault(.lookup, "the file of another title", says: "its titles: movie-77") {
            try $0.export(as: "jsonl", rename)
            $0.request.rule = .afterScheme
            try answer(&$0)
        },
        PlantedFault(.lookup, "the file of another title, and no rule said", says: "-42584") {
            try $0.export(as: "jsonl", rename)
            $0.store = nil
            try answer(&$0)
        },
        PlantedFault(.lookup, "a revoked key in the file", says: "revoked") {
            try $0.export(as: "csv") { $0.replacingOccurrences(of: ",active\r\n", with: ",revoked\r\n") }
            try answer(&$0)
        },
        PlantedFault(.answer, "another IV than the record", says: "another IV than the record") { planted in
            let iv = try #require(try planted.fixture.records.first).iv.hexadecimal
            try answer(&planted) { $0.replacingOccurrences(of: iv, with: String(iv.reversed())) }
        },
        PlantedFault(.answer, "another key than the record", says: "another key than the record") { planted in
            let key = try #require(try planted.fixture.records.first).key.digits
            try answer(&planted) { $0.replacingOccurrences(of: key, with: String(key.reversed())) }
        },
        PlantedFault(.answer, "no offline key", says: "no offline key") {
            try demand(&$0, offline)
            // The duration is that of the file.
            try answer(&$0) {
                $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\"rental_seconds\":7200,")
            }
        },
        PlantedFault(.answer, "an offline key of another stream", says: "another stream id") {
            try demand(&$0, offline)
            try answer(&$0) {
                $0.replacingOccurrences(
                    of: "\"version\":1,",
                    with: "\"version\":1,\(offline.replacingOccurrences(of: "\"01\"", with: "\"03\"")),"
                )
            }
        },
        PlantedFault(.request, "a page that is not there", says: "HTTP status 404") {
            $0.faults.replacement = { _ in LicenseResponse(status: 404, body: Array("<html></html>".utf8)) }
        },
        PlantedFault(.request, "a server that takes no POST", says: "HTTP status 501") {
            $0.faults.replacement = { _ in LicenseResponse(status: 501, body: []) }
        },
        PlantedFault(.opening, "a published number and no more", says: "-42581") {
            $0.faults.replacement = { _ in
                LicenseResponse(status: 400, body: Array(#"{"status":-42581}"#.utf8))
            }
        },
    ]

    /// The number is read even if other members have unexpected types.
    @Test func `A number is read beside members of other types`() {
        for body in [#"{"status":-42584,"stage":"prod"}"#, #"{"status":-42584,"message":7,"place":[]}"#] {
            #expect(LicenseServerError(reading: Array(body.utf8))?.step == .lookup, "\(body)")
        }
        #expect(LicenseServerError(reading: Array(#"{"status":"no"}"#.utf8)) == nil)
    }

    @Test(arguments: faults)
    func `What a key server of others does wrong is told at its step`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    @Test func `A key server of others that has the file holds, with the file and without`() throws {
        for hasFile in [true, false] {
            var planted = try PlantedFlow(FlowFixture.rotating, .ksm)
            if hasFile { try planted.export(as: "csv") }
            try Self.answer(&planted)
            let report = try planted.run()
            #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        }
    }

    @Test func `Offline terms that come are those of the file`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        try Self.demand(&planted, Self.offline)
        try Self.answer(&planted) {
            $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\(Self.offline),")
        }
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
    }

    /// The URL applies only to FairPlay, so other flows use their file in memory.
    @Test func `Other flows beside it have their file in memory`() throws {
        var planted = try PlantedFlow(FlowFixture.fragments, .cenc)
        planted.request.licenseURL = "http://127.0.0.1:1/license"
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
    }
}
