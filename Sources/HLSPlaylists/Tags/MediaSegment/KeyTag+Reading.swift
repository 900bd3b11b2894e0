extension EncryptionKey {
    /// The long texts of a key line.
    struct Texts {
        let uri: String?
        let keyFormat: String
    }

    /// Reads the attributes of a key tag.
    ///
    /// - Parameters:
    ///   - line: the line of the tag.
    ///   - tag: `.key` or `.sessionKey`.
    ///   - variables: those defined before the line.
    ///   - previous: texts of the line before, which most lines repeat: they are not made again.
    /// - Throws: `PlaylistError` for missing, forbidden and malformed attributes.
    init(
        _ line: PlaylistLine,
        tag: TagName,
        variables: VariableScope,
        previous: Texts? = nil
    ) throws(PlaylistError) {
        let list = try line.attributes()
        let method = Method(name: try list.require("METHOD", of: tag, list.enumeratedString("METHOD")))
        guard method != .none else {
            try Self.checkNone(list, tag: tag)
            self.init(method: .none, uri: nil)
            return
        }
        func text(_ name: String, _ likely: String?) throws(PlaylistError) -> String? {
            try list.quotedString(name, substituting: variables, likely: likely)
        }
        self.init(
            method: method,
            uri: try list.require("URI", of: tag, text("URI", previous?.uri)),
            // No client of the RFC reads it, so that a malformed one breaks nothing.
            keyID: try? list.hexadecimalSequence("KEYID", substituting: variables),
            iv: try Self.initializationVector(list, variables: variables),
            keyFormat: try text("KEYFORMAT", previous?.keyFormat) ?? Self.identity,
            keyFormatVersions: try text("KEYFORMATVERSIONS", nil)
        )
    }

    private static func checkNone(_ list: AttributeList, tag: TagName) throws(PlaylistError) {
        guard tag == .key else {
            let expected = "a method other than NONE in \(tag.name)"
            throw PlaylistError(line: list.line, .attribute(.invalid("METHOD", expected: expected)))
        }
        for name in ["URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"] where list.contains(name) {
            let reason = "METHOD=NONE stands alone"
            throw PlaylistError(line: list.line, .attribute(.forbidden(name, reason: reason)))
        }
    }

    /// The vector, padded on the left when it is short.
    private static func initializationVector(
        _ list: AttributeList,
        variables: VariableScope
    ) throws(PlaylistError) -> [UInt8]? {
        guard let bytes = try list.hexadecimalSequence("IV", substituting: variables) else { return nil }
        guard bytes.count <= ivLength else {
            let expected = "at most \(2 * ivLength) hexadecimal digits"
            throw PlaylistError(line: list.line, .attribute(.invalid("IV", expected: expected)))
        }
        guard bytes.count < ivLength else { return bytes }
        return [UInt8](repeating: 0, count: ivLength - bytes.count) + bytes
    }
}
