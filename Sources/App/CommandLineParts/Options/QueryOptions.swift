package import ArgumentParser
import Failures
package import HLSPlaylists

/// The option for values of variables that no playlist of the tree defines.
package struct QueryOptions: ParsableArguments {
    /// The assignments `NAME=VALUE`, as written.
    @Option(
        help: ArgumentHelp(
            "A query parameter of the playlist's URI, decoded: the value for EXT-X-DEFINE:QUERYPARAM, and for IMPORT in a media "
                + "playlist that is given without its multivariant playlist; repeatable.",
            valueName: "name=value"
        )
    )
    package var query: [String] = []

    /// Creates options with default values.
    package init() {}

    /// Returns the query parameters.
    ///
    /// - Throws: `RunFailure` if a text cannot be the value of a variable, or a name is given twice.
    package func parameters() throws -> QueryParameters {
        var values: [String: String] = [:]
        for text in query {
            guard let assignment = VariableAssignment(text), QueryParameters.isName(assignment.name) else {
                throw Self.failure(
                    "this is not a valid variable",
                    "NAME=VALUE with a name of letters, digits, hyphens and underscores"
                )
            }
            guard QueryParameters.isValue(assignment.value) else {
                throw Self.failure(
                    "the value of '\(assignment.name)' cannot be written in a playlist",
                    "text without quotes and control characters"
                )
            }
            guard values.updateValue(assignment.value, forKey: assignment.name) == nil else {
                throw Self.failure("'\(assignment.name)' is given twice", "each name once")
            }
        }
        return QueryParameters(values)
    }

    private static func failure(_ problem: String, _ expected: String) -> RunFailure {
        RunFailure(.usage, at: "--query", problem, expected: expected, remedy: "Correct it.")
    }
}
