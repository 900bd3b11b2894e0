/// Access to attributes that a tag must have.
extension AttributeList {
    /// Unwraps a value that must be present.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - tag: the tag that requires it.
    ///   - value: the result of a getter.
    /// - Returns: the value.
    /// - Throws: `PlaylistError` if it is nil.
    func require<Value>(_ name: String, of tag: TagName, _ value: Value?) throws(PlaylistError) -> Value {
        guard let value else { throw PlaylistError(line: line, .attribute(.missing(name, tag: tag))) }
        return value
    }

    /// Returns a quoted string that must be present, with its variable references replaced.
    func requiredString(
        _ name: String,
        of tag: TagName,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> String {
        try require(name, of: tag, quotedString(name, substituting: variables))
    }
}
