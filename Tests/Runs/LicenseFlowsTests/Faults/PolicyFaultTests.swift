import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// R09: policies that FairPlay refuses, and exports that contradict the key record.
struct PolicyFaultTests {
    /// Adds members to the key in the exported file, and removes the key store.
    private static func demand(_ planted: inout PlantedFlow, _ members: String) throws {
        planted.store = nil
        planted.request.rule = .afterScheme
        try planted.export(as: "jsonl") {
            $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\(members),")
        }
    }

    static let faults: [PlantedFault] = [
        PlantedFault(.policy, "lease and offline together", says: "exclude each other") {
            try demand(
                &$0,
                "\"content_type\":\"sd\",\"lease_seconds\":3600,\"rental_seconds\":7200,\"offline_stream_id\":\"01\",\"offline_title_id\":\"02\""
            )
        },
        PlantedFault(.policy, "UHD without HDCP type 1", says: "type-1") {
            try demand(&$0, "\"content_type\":\"uhd\",\"hdcp\":\"type-0\"")
        },
        PlantedFault(.policy, "HD without HDCP", says: "HDCP") {
            try demand(&$0, "\"content_type\":\"hd\",\"hdcp\":\"none\"")
        },
        PlantedFault(.policy, "one offline id alone", says: "both offline ids") {
            try demand(&$0, "\"content_type\":\"sd\",\"offline_stream_id\":\"01\"")
        },
        PlantedFault(
            .policy,
            "another lease than the record",
            says: "lease is 3600s, in the record it is none"
        ) {
            try $0.export(as: "jsonl") {
                $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\"lease_seconds\":3600,")
            }
        },
        PlantedFault(
            .policy,
            "another HDCP level than the record",
            .cenc,
            in: FlowFixture.fragments,
            says: "hdcp is type-1"
        ) {
            try $0.export(as: "jsonl") {
                $0.replacingOccurrences(of: "\"version\":1,", with: "\"version\":1,\"hdcp\":\"type-1\",")
            }
        },
    ]

    @Test(arguments: faults)
    func `A policy that does not hold is told as R09`(_ fault: PlantedFault) throws { try fault.check() }

    /// Only the SDK requires a content type; the level is not allowed for standard definition.
    @Test func `A high level of security without a content type is a warning`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        try Self.demand(&planted, "\"security_level\":\"main\"")
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let step = try #require(report.steps.first { $0.code == .policy })
        #expect(step.findings.map(\.severity) == [.warning])
    }
}
