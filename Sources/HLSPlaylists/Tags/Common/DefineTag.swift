/// `EXT-X-DEFINE` (RFC 8216bis 4.4.2.3): a variable, defined here, imported from the multivariant playlist, or
/// taken from the query of the playlist's URI.
enum DefineTag {
    static let definition = TagDefinition(
        "EXT-X-DEFINE",
        in: .anyPlaylist,
        section: "4.4.2.3",
        since: 8,
        .attributes([
            .optional("NAME", .quotedString),
            .optional("VALUE", .quotedString),
            .optional("IMPORT", .quotedString),
            .optional("QUERYPARAM", .quotedString, since: 11),
        ])
    )

    /// Adds the variable of a line to a scope.
    ///
    /// - Parameters:
    ///   - line: the line of the tag.
    ///   - variables: what was defined before in the same playlist.
    ///   - imports: the variables of the multivariant playlist; nil in a multivariant playlist.
    /// - Throws: `PlaylistError`; always for `QUERYPARAM`, since no query is known for a local file.
    static func define(
        _ line: PlaylistLine,
        in variables: inout VariableScope,
        imports: VariableScope?
    ) throws(PlaylistError) {
        let attributes = try line.attributes()
        let forms = ["NAME", "IMPORT", "QUERYPARAM"].filter(attributes.contains)
        guard let form = forms.first else {
            throw PlaylistError(line: line.number, .attribute(.missing("NAME", tag: .define)))
        }
        guard forms.count == 1 else {
            let reason = "EXT-X-DEFINE has one of NAME, IMPORT and QUERYPARAM"
            throw PlaylistError(line: line.number, .attribute(.forbidden(forms[1], reason: reason)))
        }
        let name = try attributes.requiredString(form, of: .define, substituting: variables)
        guard VariableReference.isName(name) else {
            let expected = "letters, digits, hyphens and low lines"
            throw PlaylistError(line: line.number, .attribute(.invalid(form, expected: expected)))
        }
        let value = try value(of: name, form: form, attributes, variables, imports)
        guard variables.define(name, as: value) else {
            throw PlaylistError(line: line.number, .variable(.duplicate(name)))
        }
    }

    private static func value(
        of name: String,
        form: String,
        _ attributes: AttributeList,
        _ variables: VariableScope,
        _ imports: VariableScope?
    ) throws(PlaylistError) -> String {
        switch form {
        case "NAME":
            return try attributes.requiredString("VALUE", of: .define, substituting: variables)
        case "IMPORT":
            guard let imports else {
                let reason = "a multivariant playlist has nothing to import from"
                throw PlaylistError(line: attributes.line, .attribute(.forbidden(form, reason: reason)))
            }
            guard let value = imports[name] else {
                throw PlaylistError(line: attributes.line, .variable(.missingImport(name)))
            }
            return value
        default:
            throw PlaylistError(line: attributes.line, .variable(.unknownQueryParameter(name)))
        }
    }
}
