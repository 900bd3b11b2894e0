import HLSPlaylists

/// Rules for blanks in locations where the RFC has none (RFC 8216bis 4.1 and 4.2).
enum BlankRules {
    private static let attributes = LintRule.error(
        "attribute-blanks",
        LintSource.rfc("4.2"),
        "There are no blanks around the attributes of a list"
    )
    private static let value = LintRule.error(
        "tag-value-blanks",
        LintSource.rfc("4.1"),
        "There are no blanks in the value of a tag, except in the title of EXTINF"
    )
    private static let uri = LintRule.error(
        "uri-blanks",
        LintSource.rfc("4.1"),
        "There are no blanks in a URI line"
    )

    static let check = LintCheck(
        attributes,
        value,
        uri,
        body: .line { line, report in
            if line.kind == .uri, let column = column(ofBlankIn: line.playlistLine.content[...]) {
                report.add(uri, in: line.playlist, line: line.number, "A URI has a blank at column \(column)")
            } else if let list = line.attributes, let column = column(ofBlankAround: list) {
                report.add(
                    attributes,
                    in: line.playlist,
                    line: line.number,
                    "An attribute list has a blank at column \(column)"
                )
            } else if line.tag?.definition.value == .text,
                let column = column(ofBlankInValue: line.playlistLine)
            {
                report.add(
                    value,
                    in: line.playlist,
                    line: line.number,
                    "A value has a blank at column \(column)"
                )
            }
        }
    )

    private static func column(ofBlankIn text: ArraySlice<UInt8>) -> Int? {
        text.firstIndex { $0 == ASCII.space || $0 == ASCII.tab }.map { $0 - text.startIndex + 1 }
    }

    /// Returns the column of the first blank in a value; the title of `EXTINF` may have some.
    private static func column(ofBlankInValue line: PlaylistLine) -> Int? {
        let value = line.value.prefix { $0 != ASCII.comma }
        return column(ofBlankIn: value).map { $0 + line.content.count - line.value.count }
    }

    /// Returns the column of the first blank that is not part of an attribute.
    private static func column(ofBlankAround list: AttributeList) -> Int? {
        var position = list.bytes.startIndex
        for attribute in list.attributes {
            let gap = list.bytes[position..<attribute.nameRange.lowerBound]
            if let blank = gap.firstIndex(where: ASCII.isBlank) { return list.column(of: blank..<blank) }
            position = attribute.valueRange.upperBound
        }
        let blank = list.bytes[position...].firstIndex(where: ASCII.isBlank)
        return blank.map { list.column(of: $0..<$0) }
    }
}
