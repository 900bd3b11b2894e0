/// `EXT-X-VERSION:<n>` (RFC 8216bis 4.4.1.2): the protocol version that a client must know; 1 when absent.
enum VersionTag {
    static let definition = TagDefinition(
        "EXT-X-VERSION",
        in: .anyPlaylist,
        once: true,
        section: "4.4.1.2",
        .text
    )

    private static let prefix = "#" + TagName.version.name + ":"

    /// The version that a line gives.
    static func parse(_ line: PlaylistLine) throws(PlaylistError) -> Int {
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
    /// A lower `EXT-X-VERSION` gets it, and one is inserted after `#EXTM3U` when there is none. May be called again; never lowers.
    ///
    /// - Throws: `PlaylistError` when the version in the document is malformed.
    package mutating func raiseVersion(to version: Int) throws(PlaylistError) {
        if let line = firstLine(tagged: .version) {
            guard try max(VersionTag.parse(line), replacedVersion(line.number)) < version else { return }
            return try replace(line: line.number, with: VersionTag.line(version))
        }
        var inserted = edits[1]?.after ?? []
        let index = inserted.firstIndex { VersionTag.version(ofWritten: $0) != nil }
        if let index {
            let current = VersionTag.version(ofWritten: inserted[index]) ?? 1
            inserted[index] = VersionTag.line(max(current, version))
        } else if version > 1 {
            inserted.insert(VersionTag.line(version), at: 0)
        }
        guard !inserted.isEmpty else { return }
        edits[1, default: LineEdit()].after = inserted
    }

    /// The version in an edit of the version line; 0 for none.
    private func replacedVersion(_ line: Int) -> Int {
        guard case .replaced(let text) = edits[line]?.fate else { return 0 }
        return VersionTag.version(ofWritten: text) ?? 0
    }
}
