extension AttributeList {
    /// Returns the `KEYFORMAT` of a key line.
    ///
    /// An absent one means identity (RFC 8216bis 4.4.4.4), and so does an empty one, which names no key
    /// system.
    ///
    /// - Throws: `PlaylistError` for a value without quotes.
    package func effectiveKeyFormat() throws(PlaylistError) -> String {
        guard let written = try quotedString("KEYFORMAT"), !written.isEmpty else {
            return EncryptionKey.identity
        }
        return written
    }

    /// Returns the attributes of a key line without `KEYFORMAT=""` and `KEYFORMATVERSIONS=""`.
    ///
    /// These carry no information, and players would look for a key system with an empty name.
    func removingEmptyKeyFormat() throws(PlaylistError) -> AttributeList {
        var list = self
        for name in ["KEYFORMAT", "KEYFORMATVERSIONS"] where writtenValue(name) == "\"\"" {
            list = try list.removing(name)
        }
        return list
    }
}

extension EncryptionKey {
    /// Removes empty key format attributes from a key line that another system wrote.
    ///
    /// A line that cannot be parsed stays as it is.
    ///
    /// - Parameter line: `#EXT-X-KEY:...` or `#EXT-X-SESSION-KEY:...`.
    /// - Returns: the line to write.
    package static func lineWithoutEmptyKeyFormat(_ line: String) -> String {
        let tags = [TagName.key, .sessionKey].map { "#\($0.name):" }
        guard let tag = tags.first(where: { line.utf8.starts(with: $0.utf8) }) else { return line }
        let attributes = Array(line.utf8.dropFirst(tag.utf8.count))[...]
        guard let list = try? AttributeList(parsing: attributes, line: 1, column: tag.utf8.count + 1),
            let changed = try? list.removingEmptyKeyFormat(), !changed.names.isEmpty
        else { return line }
        return tag + changed.text
    }
}
