/// `EXT-X-VERSION:<n>` (RFC 8216bis 4.4.1.2): the protocol version that a client must know; 1 when absent.
package enum VersionTag {
    static let definition = TagDefinition(
        "EXT-X-VERSION",
        in: .anyPlaylist,
        once: true,
        section: "4.4.1.2",
        .text
    )

    private static let prefix = "#" + TagName.version.name + ":"

    /// The version that a line gives.
    package static func parse(_ line: PlaylistLine) throws(PlaylistError) -> Int {
        guard let number = DecimalInteger.parse(line.value.trimmingBlanks()),
            let version = Int(exactly: number),
            version >= 1
        else { throw line.invalidValue(of: .version, expected: "a decimal integer from 1") }
        return version
    }

    /// The text of a line.
    static func line(_ version: Int) -> String { prefix + String(version) }

    /// The version that a line written here gives.
    static func version(ofWritten text: String) -> Int? {
        text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
    }
}

extension PlaylistDocument {
    /// Makes the version at least a number (RFC 8216bis 8).
    ///
    /// A lower `EXT-X-VERSION` gets it, and one is inserted after `#EXTM3U` when there is none. What is written is true of the
    /// whole document: at least what its other lines need, too. May be called again; never lowers.
    ///
    /// - Throws: `PlaylistError` for more new text than a document can hold.
    package mutating func raiseVersion(to version: Int) throws(PlaylistError) {
        let lines = lines(tagged: .version)
        guard lines.isEmpty else {
            // A tag that stands twice goes on saying the same.
            for line in lines { try raise(line, to: version) }
            return
        }
        guard try !raiseInsertedLine(to: version), version > edits.version?.number ?? 1 else { return }
        let written = max(version, VersionNeed.version(of: self))
        let text = try edits.texts.add(LineText(VersionTag.line(written)), line: headerLine)
        edits.version = (written, headerLine, text)
    }

    private mutating func raise(_ line: PlaylistLine, to version: Int) throws(PlaylistError) {
        // A malformed one is of no version; it is replaced.
        let current = (try? VersionTag.parse(line)) ?? 1
        guard try max(current, replacedVersion(line.number)) < version else { return }
        try replace(line: line.number, with: VersionTag.line(max(version, VersionNeed.version(of: self))))
    }

    /// Raises a version line that was inserted as a text after the first line.
    ///
    /// - Returns: whether there is one.
    private mutating func raiseInsertedLine(to version: Int) throws(PlaylistError) -> Bool {
        for (index, insertion) in edits.insertions.enumerated() where Int(insertion.line) == headerLine {
            let text = String(decoding: edits.texts.bytes[insertion.text.range], as: UTF8.self)
            guard let current = VersionTag.version(ofWritten: text) else { continue }
            if current < version {
                let raised = try LineText(VersionTag.line(version))
                edits.setText(try edits.texts.add(raised, line: headerLine), ofInsertion: index)
            }
            return true
        }
        return false
    }

    /// The version in an edit of the version line; 0 for none.
    private mutating func replacedVersion(_ line: Int) throws(PlaylistError) -> Int {
        guard edits.change(of: line) != nil, let edited = try editedLine(line) else { return 0 }
        return VersionTag.version(ofWritten: edited.text) ?? 0
    }
}
