extension EncryptionKey {
    /// The text of a line: METHOD, URI, IV, KEYFORMAT (unless identity), KEYFORMATVERSIONS; `METHOD=NONE` alone.
    ///
    /// - Parameter tag: `.key` or `.sessionKey`.
    /// - Returns: the line without its ending.
    /// - Throws: `PlaylistError` for a value that cannot be written, an initialization vector that is not 16
    ///   bytes, no URI, or `NONE` in a session key.
    package func tagLine(_ tag: TagName = .key) throws(PlaylistError) -> String {
        var parts: [String] = []
        func append(_ name: String, _ value: AttributeValue) throws(PlaylistError) {
            try parts.append(name + "=" + value.written(as: name))
        }
        try append("METHOD", .enumeratedString(method.name))
        if method == .none {
            try checkNone(tag)
        } else {
            try append("URI", .quotedString(requiredURI(tag)))
            if let iv { try append("IV", .hexadecimalSequence(checked(iv))) }
            if keyFormat != Self.identity { try append("KEYFORMAT", .quotedString(keyFormat)) }
            if let keyFormatVersions { try append("KEYFORMATVERSIONS", .quotedString(keyFormatVersions)) }
        }
        return "#\(tag.name):" + parts.joined(separator: ",")
    }

    private func requiredURI(_ tag: TagName) throws(PlaylistError) -> String {
        guard let uri else { throw PlaylistError(line: 0, .attribute(.missing("URI", tag: tag))) }
        return uri
    }

    private func checked(_ iv: [UInt8]) throws(PlaylistError) -> [UInt8] {
        guard iv.count == Self.ivLength else {
            let reason = "\(iv.count) bytes instead of \(Self.ivLength)"
            throw PlaylistError(line: 0, .edit(.unwritableValue(name: "IV", reason: reason)))
        }
        return iv
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
