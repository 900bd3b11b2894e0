import TextFormats

extension EncryptionKey {
    /// Returns the text of a line: METHOD, URI, KEYID, IV, KEYFORMAT (unless identity), KEYFORMATVERSIONS;
    /// `METHOD=NONE` alone.
    ///
    /// - Parameter tag: `.key` or `.sessionKey`.
    /// - Returns: the line without its ending.
    /// - Throws: `PlaylistError` for a value that cannot be written, an IV that is not 16 bytes, a missing
    ///   URI, or `NONE` in a session key.
    package func tagLine(_ tag: TagName = .key) throws(PlaylistError) -> String {
        if method == .none { try checkNone(tag) } else { try checkKey(tag) }
        let parts = try writtenAttributes.map { (attribute) throws(PlaylistError) in
            try attribute.name + "=" + attribute.value.written(as: attribute.name)
        }
        return "#\(tag.name):" + parts.joined(separator: ",")
    }

    /// The attributes of the line, in the order in which they are written.
    var writtenAttributes: [(name: String, value: AttributeValue)] {
        let method = ("METHOD", AttributeValue.enumeratedString(method.name))
        guard self.method != .none else { return [method] }
        let optionalAttributes: [(String, AttributeValue?)] = [
            ("URI", uri.map(AttributeValue.quotedString)),
            ("KEYID", keyID.map(AttributeValue.hexadecimalSequence)),
            ("IV", iv.map(AttributeValue.hexadecimalSequence)),
            ("KEYFORMAT", keyFormat == Self.identity ? nil : .quotedString(keyFormat)),
            ("KEYFORMATVERSIONS", keyFormatVersions.map(AttributeValue.quotedString)),
        ]
        return [method] + optionalAttributes.compactMap { name, value in value.map { (name, $0) } }
    }

    private func checkKey(_ tag: TagName) throws(PlaylistError) {
        guard uri != nil else { throw PlaylistError(line: 0, .attribute(.missing("URI", tag: tag))) }
        guard let iv, iv.count != Self.ivLength else { return }
        let reason = "\(CountText.text(iv.count, "byte")) instead of \(Self.ivLength)"
        throw PlaylistError(line: 0, .edit(.unwritableValue(name: "IV", reason: reason)))
    }

    private func checkNone(_ tag: TagName) throws(PlaylistError) {
        guard tag == .key else {
            throw PlaylistError(
                line: 0,
                .edit(.unwritableValue(name: "METHOD", reason: "NONE in \(tag.name)"))
            )
        }
    }
}
