import HLSPlaylists

/// Rules for stable ids, pathways and session data (RFC 8216bis 4.4.6).
enum IdentifierRules {
    private static let stableID = LintRule.error(
        "stable-id",
        LintSource.rfc("4.4.6.2"),
        "A stable id consists of letters, digits and + / = . - _"
    )
    private static let pathwayID = LintRule.error(
        "pathway-id",
        LintSource.rfc("4.4.6.2"),
        "A pathway id consists of letters, digits and . - _"
    )
    private static let pathwayMissing = LintRule.warning(
        "pathway-id-missing",
        LintSource.apple("9.18"),
        "Variants have a PATHWAY-ID where there is content steering"
    )
    private static let pathwayUnknown = LintRule.error(
        "pathway-id-unknown",
        LintSource.rfc("4.4.6.6"),
        "The PATHWAY-ID of EXT-X-CONTENT-STEERING is the pathway of a variant"
    )
    private static let dataContent = LintRule.error(
        "session-data-content",
        LintSource.rfc("4.4.6.4"),
        "Session data have a VALUE or a URI, and not both"
    )
    private static let dataDuplicate = LintRule.error(
        "session-data-duplicate",
        LintSource.rfc("4.4.6.4"),
        "No two EXT-X-SESSION-DATA have the same DATA-ID and LANGUAGE"
    )

    static let check = LintCheck(
        stableID,
        pathwayID,
        pathwayMissing,
        pathwayUnknown,
        dataContent,
        dataDuplicate,
        body: .multivariant { multivariant, report in
            checkStableIDs(multivariant, &report)
            checkPathways(multivariant, &report)
            checkSessionData(multivariant, &report)
        }
    )

    private static func checkStableIDs(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        let ids =
            multivariant.streams.map { ($0.line, $0.information.stableVariantID) }
            + multivariant.playlist.renditions.map { ($0.line, $0.stableRenditionID) }
        for case (let line, let id?) in ids where !isIdentifier(id, also: "+/=.") {
            let found = Excerpt(id.utf8).description
            report.add(
                stableID,
                in: multivariant.name,
                line: line,
                "A stable id is empty or has characters that are not allowed",
                measured: found
            )
        }
    }

    private static func checkPathways(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        let steering = multivariant.playlist.contentSteering
        var pathways: Set<String> = []
        for stream in multivariant.streams {
            let id = stream.information.pathwayID
            pathways.insert(id ?? ".")
            if let id, !isIdentifier(id, also: ".") {
                let message = "A pathway id is empty or has characters that are not allowed"
                let found = Excerpt(id.utf8).description
                report.add(pathwayID, in: multivariant.name, line: stream.line, message, measured: found)
            } else if id == nil, steering != nil {
                report.add(
                    pathwayMissing,
                    in: multivariant.name,
                    line: stream.line,
                    "The variant does not name its pathway",
                    measured: "no PATHWAY-ID",
                    allowed: "PATHWAY-ID"
                )
            }
        }
        if let steering, let id = steering.pathwayID, !isIdentifier(id, also: ".") {
            let message = "A pathway id is empty or has characters that are not allowed"
            let found = Excerpt(id.utf8).description
            report.add(pathwayID, in: multivariant.name, line: steering.line, message, measured: found)
            return
        }
        guard let steering, let firstPathway = steering.pathwayID,
            !pathways.contains(firstPathway), !pathways.isEmpty
        else { return }
        let found = Excerpt(firstPathway.utf8).description
        report.add(
            pathwayUnknown,
            in: multivariant.name,
            line: steering.line,
            "No variant is on the pathway of EXT-X-CONTENT-STEERING",
            measured: found
        )
    }

    private static func checkSessionData(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        var seen: [[String?]: Int] = [:]
        for data in multivariant.playlist.sessionData {
            let (hasValue, hasURI) = (data.attributes.contains("VALUE"), data.attributes.contains("URI"))
            if hasValue == hasURI {
                report.add(
                    dataContent,
                    in: multivariant.name,
                    line: data.line,
                    hasValue ? "Session data have both a VALUE and a URI" : "Session data have no content",
                    measured: hasValue ? "VALUE and URI" : "neither",
                    allowed: "VALUE or URI"
                )
            }
            if let firstLine = seen.updateValue(data.line, forKey: [data.dataID, data.language]) {
                let message = "The same DATA-ID and LANGUAGE are on line \(firstLine) already"
                report.add(dataDuplicate, in: multivariant.name, line: data.line, message)
            }
        }
    }

    /// Returns whether a text is not empty and has only letters, digits, hyphens, underscores and the given
    /// characters.
    private static func isIdentifier(_ text: String, also others: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { ASCII.isNameCharacter($0) || others.utf8.contains($0) }
    }
}
