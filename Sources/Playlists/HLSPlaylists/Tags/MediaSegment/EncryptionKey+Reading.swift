extension EncryptionKey {
    /// The texts of a key line that the next key line often repeats.
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
    ///   - previous: the texts of the previous line; equal texts are reused.
    ///   - log: receives problems that leave only one interpretation.
    /// - Throws: `PlaylistError` for missing, forbidden and malformed attributes.
    init(
        _ line: PlaylistLine,
        tag: TagName,
        variables: VariableScope,
        previous: Texts? = nil,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        let list = try line.attributes(&log)
        let method = Method(name: try list.require("METHOD", of: tag, list.enumeratedString("METHOD")))
        guard method != .none else {
            try Self.checkNone(list, tag: tag, &log)
            self.init(method: .none, uri: nil)
            return
        }
        func quotedString(_ name: String, _ likely: String?) throws(PlaylistError) -> String? {
            try list.quotedString(name, substituting: variables, likely: likely)
        }
        self.init(
            method: method,
            uri: try list.require("URI", of: tag, quotedString("URI", previous?.uri)),
            // KEYID is not in the RFC, and clients of the RFC do not read it, so a malformed one breaks
            // nothing.
            keyID: try? list.hexadecimalSequence("KEYID", substituting: variables),
            iv: try Self.iv(list, variables: variables, &log),
            keyFormat: try quotedString("KEYFORMAT", previous?.keyFormat) ?? Self.identity,
            keyFormatVersions: try quotedString("KEYFORMATVERSIONS", nil)
        )
    }

    /// Checks that `NONE` has no other attributes; even with them, all players treat what follows as clear.
    private static func checkNone(
        _ list: AttributeList,
        tag: TagName,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        guard tag == .key else {
            let expected = "a method other than NONE in \(tag.name)"
            throw PlaylistError(line: list.line, .attribute(.invalid("METHOD", expected: expected)))
        }
        for name in ["URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"] where list.contains(name) {
            let reason = "METHOD=NONE cannot be combined with other attributes"
            try log.logUnlessStrict(
                PlaylistError(line: list.line, .attribute(.forbidden(name, reason: reason)))
            )
        }
    }

    /// Returns the IV, padded on the left to 16 bytes if it is short.
    private static func iv(
        _ list: AttributeList,
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) -> [UInt8]? {
        guard let number = try list.hexadecimalNumber("IV", substituting: variables) else { return nil }
        let bytes = number.bytes
        if number.hasOddDigits { log.warn(PlaylistError(line: list.line, .attribute(.oddDigits("IV")))) }
        guard bytes.count <= ivLength else {
            let expected = "at most \(2 * ivLength) hexadecimal digits"
            throw PlaylistError(line: list.line, .attribute(.invalid("IV", expected: expected)))
        }
        guard bytes.count < ivLength else { return bytes }
        return [UInt8](repeating: 0, count: ivLength - bytes.count) + bytes
    }
}
