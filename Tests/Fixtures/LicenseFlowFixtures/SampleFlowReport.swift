import Foundation
package import LicenseFlows

/// Reports of license flows, read from JSON as `rehearse --report` writes it.
package struct SampleFlowReport {
    /// A JSON object.
    package typealias Object = [String: Any]

    /// Members of the report.
    package var members: Object

    /// A report of a playlist.
    ///
    /// - Parameters:
    ///   - flows: made with ``flow(_:_:remarks:exchanges:)``.
    ///   - function: the device key function; nil where none was needed.
    ///   - source: the clear presentation; nil for none.
    package init(_ flows: [Object], function: String? = nil, source: String? = nil) {
        let holds = flows.allSatisfy { $0["holds"] as? Bool == true }
        members = ["playlist": "out/main.m3u8", "holds": holds, "flows": flows]
        members["export"] = ["name": "keys.csv", "format": "csv", "keys": 3]
        members["device_key_function"] = function
        members["source"] = source
    }

    /// The report.
    ///
    /// - Throws: what the decoder throws.
    package func report() throws -> LicenseFlowReport {
        let data = try JSONSerialization.data(withJSONObject: members)
        return try JSONDecoder().decode(LicenseFlowReport.self, from: data)
    }

    /// A flow, which holds unless a step fails.
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

    /// A step.
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

    /// A finding.
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

    /// An exchange of which every text is the same.
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
