import HLSPlaylists

/// Rules for unknown tags and attributes, values of tags without value, and the comma of `EXTINF`.
///
/// Their sources are RFC 8216bis 4.1, 4.2, 4.4 and 6.3.1.
enum TagLineRules {
    private static let unknownTag = LintRule.note(
        "tag-unknown",
        LintSource.rfc("6.3.1"),
        "A tag is one that the RFC defines; clients ignore others, such as those of vendors"
    )
    private static let unknownAttribute = LintRule.note(
        "attribute-unknown",
        LintSource.rfc("6.3.1"),
        "An attribute is one that the RFC defines for its tag; clients ignore others"
    )
    private static let valueOfFlag = LintRule.error(
        "tag-value-unexpected",
        LintSource.rfc("4.4"),
        "A tag that has no value is written without colon and value"
    )
    private static let commaMissing = LintRule.error(
        "extinf-comma",
        LintSource.rfc("4.4.4.1"),
        "The duration of EXTINF is followed by a comma"
    )

    static let check = LintCheck(
        unknownTag,
        unknownAttribute,
        valueOfFlag,
        commaMissing,
        body: .line { line, report in
            switch line.kind {
            case .unknownTag: reportUnknownTag(line, &report)
            case .tag(let tag): check(tag, line, &report)
            case .uri, .comment, .blank: break
            }
        }
    )

    private static func reportUnknownTag(_ line: LintedLine, _ report: inout LintReport) {
        report.add(
            unknownTag,
            in: line.playlist,
            line: line.number,
            "The RFC does not define this tag",
            measured: Excerpt(line.playlistLine.content.prefix { $0 != ASCII.colon }).description
        )
    }

    private static func check(_ tag: TagName, _ line: LintedLine, _ report: inout LintReport) {
        let definition = tag.definition
        switch definition.value {
        case .none where line.playlistLine.content.contains(ASCII.colon):
            report.add(
                valueOfFlag,
                in: line.playlist,
                line: line.number,
                "\(definition.name) has a value",
                measured: "a colon",
                allowed: "the name alone"
            )
        case .attributes(let definitions):
            checkAttributes(definition, definitions, line, &report)
        default:
            guard tag == .segmentInformation, !line.playlistLine.value.contains(ASCII.comma) else { return }
            report.add(commaMissing, in: line.playlist, line: line.number, "EXTINF has no comma")
        }
    }

    private static func checkAttributes(
        _ tag: TagDefinition,
        _ definitions: [AttributeDefinition],
        _ line: LintedLine,
        _ report: inout LintReport
    ) {
        guard let list = line.attributes else { return }
        for attribute in list.attributes {
            let name = list.bytes[attribute.nameRange]
            guard !isKnown(name, definitions) else { continue }
            report.add(
                unknownAttribute,
                in: line.playlist,
                line: line.number,
                "The RFC does not define this attribute of \(tag.name)",
                measured: Excerpt(name).description
            )
        }
    }

    /// Returns whether an attribute is in the table, or has the prefix `X-`, which the RFC leaves to others.
    private static func isKnown(_ name: ArraySlice<UInt8>, _ definitions: [AttributeDefinition]) -> Bool {
        name.starts(with: "X-".utf8) || definitions.contains { $0.name.utf8.elementsEqual(name) }
    }
}
