import Foundation
package import LicenseFlows

/// Sample reports of license flows, read from JSON in the form that `rehearse --report` writes.
package struct SampleFlowReport {
    /// A JSON object.
    package typealias Object = [String: Any]

    /// The members of the report's JSON object.
    package var members: Object

    /// Creates the report of a playlist.
    ///
    /// - Parameters:
    ///   - flows: the flows, created with ``flow(_:_:remarks:exchanges:)``.
    ///   - function: the name of the device key function, or nil if none was needed.
    ///   - source: the clear presentation that segments were compared with, or nil if there was none.
    package init(_ flows: [Object], function: String? = nil, source: String? = nil) {
        let holds = flows.allSatisfy { $0["holds"] as? Bool == true }
        members = ["playlist": "out/main.m3u8", "holds": holds, "flows": flows]
        members["export"] = ["name": "keys.csv", "format": "csv", "keys": 3]
        members["device_key_function"] = function
        members["source"] = source
    }

    /// Decodes the report.
    ///
    /// - Throws: the error of the JSON decoder.
    package func report() throws -> LicenseFlowReport {
        let data = try JSONSerialization.data(withJSONObject: members)
        return try JSONDecoder().decode(LicenseFlowReport.self, from: data)
    }

    /// Returns a flow, which holds unless a step fails.
    package static func flow(
        _ name: String,
        _ steps: [Object],
        remarks: [String] = [],
        exchanges: [Object] = []
    ) -> Object {
        [
            "flow": name, "holds": !steps.contains { $0["outcome"] as? String == "fails" }, "steps": steps,
            "remarks": remarks, "exchanges": exchanges,
        ]
    }

    /// Returns a step.
    package static func step(
        _ code: String,
        _ title: String,
        _ outcome: String = "holds",
        count: Int = 1,
        asked: String = "",
        came: String = "",
        findings: [Object] = []
    ) -> Object {
        [
            "code": code, "title": title, "outcome": outcome, "count": count, "asked": asked, "came": came,
            "findings": findings,
        ]
    }

    /// Returns a finding.
    package static func finding(
        _ severity: String = "error",
        at place: String? = nil,
        _ message: String,
        _ remedy: String
    ) -> Object {
        var finding: Object = ["severity": severity, "message": message, "remedy": remedy]
        finding["place"] = place
        return finding
    }

    /// Returns an exchange in which every text is `text`.
    package static func exchange(_ text: String, status: Int? = 200, hasAnswer: Bool = true) -> Object {
        let message: Object = ["length": 896, "sha256": text, "blocks": [["tag": text, "length": 44]]]
        var exchange: Object = [
            "key_uri": text, "rule": text, "asset_id_length": 17, "asset_id_sha256": text, "form": text,
            "request": message,
        ]
        exchange["status"] = status
        exchange["answer"] = hasAnswer ? message : nil
        return exchange
    }
}
