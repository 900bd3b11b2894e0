/// A part of a playlist that needs a protocol version (RFC 8216bis 8).
struct VersionNeed {
    /// The lowest version that has it.
    let version: Int
    /// What it is.
    let what: String
    /// Where it is first.
    let line: Int

    /// What needs the greatest version, the first of several; nil when all is of version 1.
    static func greatest(of text: LintedText) -> VersionNeed? {
        let needs = text.kind == .media ? ofMedia(text) : ofMultivariant(text)
        // The last comparison keeps the choice from depending on the order of a dictionary.
        return (needs + [ofVariables(text)]).compactMap { $0 }.min {
            ($1.version, $0.line, $0.what) < ($0.version, $1.line, $1.what)
        }
    }

    private static func ofMedia(_ text: LintedText) -> [VersionNeed?] {
        let isIFramesOnly = text.has(.iFramesOnly)
        return ofKeys(text) + [
            fractionalDuration(text),
            need(4, of: .byteRange, text),
            need(4, of: .iFramesOnly, text),
            need(isIFramesOnly ? 5 : 6, of: .map, text),
            need(9, of: .skip, text),
            need(10, of: .skip, text, "RECENTLY-REMOVED-DATERANGES"),
        ]
    }

    private static func ofMultivariant(_ text: LintedText) -> [VersionNeed?] {
        [
            ofInStreamID(text), required(.streamInformation, text), required(.iFrameStreamInformation, text),
        ]
    }

    /// Variables count where they are defined: without definition, `{$name}` is text.
    private static func ofVariables(_ text: LintedText) -> VersionNeed? {
        need(11, of: .define, text, "QUERYPARAM") ?? need(8, of: .define, text)
    }

    private static func ofKeys(_ text: LintedText) -> [VersionNeed?] {
        var needs: [String: VersionNeed] = [:]
        func note(_ version: Int, _ what: String, _ line: Int) {
            if needs[what] == nil { needs[what] = VersionNeed(version: version, what: what, line: line) }
        }
        for list in text.attributes(.key) {
            for (name, version) in [("IV", 2), ("KEYFORMAT", 5), ("KEYFORMATVERSIONS", 5)]
            where list.contains(name) {
                note(version, name, list.line)
            }
            if list.writtenValue("METHOD") == "SAMPLE-AES" { note(5, "METHOD=SAMPLE-AES", list.line) }
        }
        return Array(needs.values)
    }

    private static func ofInStreamID(_ text: LintedText) -> VersionNeed? {
        let needs = text.attributes(.media).compactMap { list -> VersionNeed? in
            guard let id = list.writtenValue("INSTREAM-ID") else { return nil }
            guard list.writtenValue("TYPE") == "CLOSED-CAPTIONS" else {
                return VersionNeed(version: 13, what: "INSTREAM-ID", line: list.line)
            }
            guard id.hasPrefix("\"SERVICE") else { return nil }
            return VersionNeed(version: 7, what: "INSTREAM-ID of a SERVICE", line: list.line)
        }
        return needs.max { $0.version < $1.version }
    }

    private static func fractionalDuration(_ text: LintedText) -> VersionNeed? {
        let line = text.lines(.segmentInformation).first { line in
            line.value.prefix { $0 != ASCII.comma }.contains(ASCII.point)
        }
        return line.map { VersionNeed(version: 3, what: "a fractional EXTINF", line: $0.number) }
    }

    /// The first attribute that clients have to know: its name begins with `REQ-`.
    private static func required(_ tag: TagName, _ text: LintedText) -> VersionNeed? {
        for list in text.attributes(tag) {
            let attribute = list.attributes.first { list.bytes[$0.name].starts(with: "REQ-".utf8) }
            guard let attribute else { continue }
            let what = list.string(attribute.name)
            return VersionNeed(version: 12, what: what, line: list.line)
        }
        return nil
    }

    private static func need(_ version: Int, of tag: TagName, _ text: LintedText) -> VersionNeed? {
        text.lineNumbers(tag).first.map { VersionNeed(version: version, what: tag.name, line: $0) }
    }

    private static func need(
        _ version: Int,
        of tag: TagName,
        _ text: LintedText,
        _ attribute: String
    ) -> VersionNeed? {
        let list = text.attributes(tag).first { $0.contains(attribute) }
        return list.map { VersionNeed(version: version, what: attribute, line: $0.line) }
    }
}
