/// Attributes that a tag must have.
extension AttributeList {
    /// A value that must be there.
    ///
    /// - Parameters:
    ///   - name: the attribute.
    ///   - tag: the tag that requires it.
    ///   - value: what a getter gave.
    /// - Returns: the value.
    /// - Throws: `PlaylistError` when it is nil.
    func require<Value>(_ name: String, of tag: TagName, _ value: Value?) throws(PlaylistError) -> Value {
        guard let value else { throw PlaylistError(line: line, .attribute(.missing(name, tag: tag))) }
        return value
    }

    /// A quoted string that must be there, variable references replaced.
    func requiredString(
        _ name: String,
        of tag: TagName,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> String {
        try require(name, of: tag, quotedString(name, substituting: variables))
    }
}
