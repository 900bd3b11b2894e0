/// `EXT-X-DEFINE` (RFC 8216bis 4.4.2.3): a variable, defined here, imported from the multivariant playlist,
/// or taken from the query of the playlist's URI.
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
    /// A variable without a value gets its own reference as its value, so that texts with it stay as written.
    /// That is the case if the value is outside of what is read, and after an error that the reader
    /// tolerates.
    ///
    /// - Parameters:
    ///   - line: the line of the tag.
    ///   - variables: the variables that were defined before in the same playlist.
    ///   - sources: the sources of imported values and query parameters.
    ///   - log: receives a missing value if the reader continues.
    /// - Throws: `PlaylistError` for malformed tags, missing values and names that are taken.
    static func define(
        _ line: PlaylistLine,
        in variables: inout VariableScope,
        _ sources: VariableSources,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        let attributes = try line.attributes(&log)
        let attributeName = try sourceAttribute(of: attributes)
        let name = try attributes.requiredString(attributeName, of: .define, substituting: variables)
        guard VariableReference.isName(name) else {
            throw attributes.invalid(attributeName, expected: "letters, digits, hyphens and underscores")
        }
        var value = "{$\(name)}"
        do throws(PlaylistError) {
            value = try self.value(of: name, attributeName: attributeName, attributes, variables, sources)
        } catch {
            try logMissingValue(error, sources, &log)
        }
        guard variables.define(name, as: value) else {
            throw PlaylistError(line: line.number, .variable(.duplicate(name)))
        }
    }

    /// Logs a missing value, which edits of playlists do not need, or throws.
    private static func logMissingValue(
        _ error: PlaylistError,
        _ sources: VariableSources,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        guard !sources.mayHave(error.problem) else { return log.log(error) }
        switch error.problem {
        case .variable(.unknownQueryParameter), .variable(.missingImport): try log.logUnlessStrict(error)
        default: try log.logIfComplete(error)
        }
    }

    /// Returns the one attribute that names the variable and the source of its value.
    private static func sourceAttribute(of attributes: AttributeList) throws(PlaylistError) -> String {
        let attributeNames = ["NAME", "IMPORT", "QUERYPARAM"].filter(attributes.contains)
        guard let attributeName = attributeNames.first else {
            throw PlaylistError(line: attributes.line, .attribute(.missing("NAME", tag: .define)))
        }
        guard attributeNames.count == 1 else {
            let reason = "EXT-X-DEFINE has only one of NAME, IMPORT and QUERYPARAM"
            throw PlaylistError(
                line: attributes.line,
                .attribute(.forbidden(attributeNames[1], reason: reason))
            )
        }
        return attributeName
    }

    private static func value(
        of name: String,
        attributeName: String,
        _ attributes: AttributeList,
        _ variables: VariableScope,
        _ sources: VariableSources
    ) throws(PlaylistError) -> String {
        switch attributeName {
        case "NAME":
            return try attributes.requiredString("VALUE", of: .define, substituting: variables)
        case "IMPORT":
            return try imported(name, attributes, sources)
        default:
            guard let value = sources.queryParameters[name] else {
                throw PlaylistError(line: attributes.line, .variable(.unknownQueryParameter(name)))
            }
            guard QueryParameters.isValue(value) else {
                throw PlaylistError(line: attributes.line, .variable(.unquotableQueryParameter(name)))
            }
            return value
        }
    }

    /// Returns the value of a variable of the multivariant playlist.
    ///
    /// If that playlist is not available, the value is the given query parameter of the same name.
    private static func imported(
        _ name: String,
        _ attributes: AttributeList,
        _ sources: VariableSources
    ) throws(PlaylistError) -> String {
        let value: String?
        switch sources.imports {
        case .forbidden:
            let reason = "a multivariant playlist has nothing to import from"
            throw PlaylistError(line: attributes.line, .attribute(.forbidden("IMPORT", reason: reason)))
        case .unknown: value = sources.queryParameters[name]
        case .variables(let variables): value = variables[name]
        }
        guard let value else { throw PlaylistError(line: attributes.line, .variable(.missingImport(name))) }
        return value
    }
}
