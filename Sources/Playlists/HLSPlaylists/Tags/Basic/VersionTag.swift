/// `EXT-X-VERSION:<n>` (RFC 8216bis 4.4.1.2): the protocol version that a client must support; 1 if absent.
package enum VersionTag {
    static let definition = TagDefinition(
        "EXT-X-VERSION",
        in: .anyPlaylist,
        once: true,
        section: "4.4.1.2",
        .text
    )

    private static let prefix = "#" + TagName.version.name + ":"

    /// Returns the version in a line.
    package static func parse(_ line: PlaylistLine) throws(PlaylistError) -> Int {
        guard let number = DecimalInteger.parse(line.value.trimmingBlanks()),
            let version = Int(exactly: number),
            version >= 1
        else { throw line.invalidValue(of: .version, expected: "a decimal integer of at least 1") }
        return version
    }

    /// Returns the text of a line with a version.
    static func line(_ version: Int) -> String { prefix + String(version) }

    /// Returns the version in a line as `line(_:)` writes it, or nil for other texts.
    static func version(ofWritten text: String) -> Int? {
        text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
    }
}

extension PlaylistDocument {
    /// Raises the version of the document to at least the given number (RFC 8216bis 8).
    ///
    /// Replaces a lower `EXT-X-VERSION`, or inserts one after `#EXTM3U` if there is none. The new version is
    /// also high enough for all other lines of the document. It may be called again and never lowers the
    /// version.
    ///
    /// - Throws: `PlaylistError` if the document can hold no more new text.
    package mutating func raiseVersion(to version: Int) throws(PlaylistError) {
        let lines = lines(tagged: .version)
        guard lines.isEmpty else {
            // If the tag occurs twice, both lines keep the same value.
            for line in lines { try raise(line, to: version) }
            return
        }
        guard try !raiseInsertedLine(to: version), version > edits.version?.number ?? 1 else { return }
        let newVersion = max(version, VersionRequirement.version(of: self))
        let text = try edits.texts.add(LineText(VersionTag.line(newVersion)), line: headerLine)
        edits.version = (newVersion, headerLine, text)
    }

    private mutating func raise(_ line: PlaylistLine, to version: Int) throws(PlaylistError) {
        // A malformed line counts as version 1 and is replaced.
        let currentVersion = (try? VersionTag.parse(line)) ?? 1
        guard try max(currentVersion, replacedVersion(line.number)) < version else { return }
        try replace(
            line: line.number,
            with: VersionTag.line(max(version, VersionRequirement.version(of: self)))
        )
    }

    /// Raises a version line that was inserted as a text after `#EXTM3U`.
    ///
    /// - Returns: whether there is one.
    private mutating func raiseInsertedLine(to version: Int) throws(PlaylistError) -> Bool {
        for (index, insertion) in edits.insertions.enumerated() where Int(insertion.line) == headerLine {
            let text = String(decoding: edits.texts.bytes[insertion.text.range], as: UTF8.self)
            guard let currentVersion = VersionTag.version(ofWritten: text) else { continue }
            if currentVersion < version {
                let raisedLine = try LineText(VersionTag.line(version))
                edits.setText(try edits.texts.add(raisedLine, line: headerLine), ofInsertion: index)
            }
            return true
        }
        return false
    }

    /// Returns the version in an edited version line, or 0 if there is none.
    private mutating func replacedVersion(_ line: Int) throws(PlaylistError) -> Int {
        guard edits.change(of: line) != nil, let edited = try editedLine(line) else { return 0 }
        return VersionTag.version(ofWritten: edited.text) ?? 0
    }
}
