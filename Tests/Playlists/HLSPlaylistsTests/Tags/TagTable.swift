import HLSPlaylists
import PlaylistFixtures
import Testing

/// Accepted lines of one tag with the expected values, and rejected lines with the expected problem.
struct TagTable: Sendable, CustomTestStringConvertible {
    /// A malformed line.
    struct Rejected: Sendable {
        /// The expected problem.
        enum Expected: Sendable {
            case problem(PlaylistError.Problem)
            /// The value of the tag is invalid; the string is the expected grammar in the message.
            case value(String)
        }

        /// The line, or several lines with the problem on the last one.
        let line: String
        let expected: Expected
        let column: Int?
        /// Indicates whether a playlist with the line is still read, without the malformed value.
        let isInformational: Bool

        /// Returns a line at which the reader stops.
        static func stops(_ line: String, _ problem: TagProblem) -> Self {
            Self(line: line, expected: .problem(.tag(problem)), column: nil, isInformational: false)
        }

        /// Returns a line with an attribute at which the reader stops.
        static func stops(_ line: String, _ problem: AttributeProblem, column: Int? = nil) -> Self {
            Self(line: line, expected: .problem(.attribute(problem)), column: column, isInformational: false)
        }

        /// Returns a line with a value at which the reader stops.
        static func stops(_ line: String, expected: String, column: Int) -> Self {
            Self(line: line, expected: .value(expected), column: column, isInformational: false)
        }

        /// Returns a line with a malformed attribute that clients do not need.
        static func tolerated(_ line: String, _ problem: AttributeProblem, column: Int? = nil) -> Self {
            Self(line: line, expected: .problem(.attribute(problem)), column: column, isInformational: true)
        }

        /// Returns a line with a problem that does not affect clients.
        static func tolerated(_ line: String, _ problem: TagProblem) -> Self {
            Self(line: line, expected: .problem(.tag(problem)), column: nil, isInformational: true)
        }

        /// Returns a line with a malformed value that clients do not need.
        static func tolerated(_ line: String, expected: String, column: Int) -> Self {
            Self(line: line, expected: .value(expected), column: column, isInformational: true)
        }

        func matches(_ problem: PlaylistError.Problem, of tag: TagName) -> Bool {
            switch expected {
            case .problem(.attribute(.invalid(let name, _, let expected))):
                guard case .attribute(.invalid(name, _, expected)) = problem else { return false }
                return true
            case .problem(let expected): return problem == expected
            case .value(let expected):
                guard case .tag(.invalidValue(tag, _, expected)) = problem else { return false }
                return true
            }
        }
    }

    /// A playlist of either kind, as far as it can be read.
    enum Reading {
        case media(MediaPlaylist)
        case multivariant(MultivariantPlaylist)

        var problems: [PlaylistError] {
            switch self {
            case .media(let playlist): playlist.problems
            case .multivariant(let playlist): playlist.problems
            }
        }
    }

    /// The tag alone, instead of the whole table.
    var testDescription: String { tag.name }

    let tag: TagName
    let before: [String]
    let after: [String]
    let values: @Sendable (Reading) -> [String]
    /// The accepted lines with the expected values.
    let accepted: [(line: String, values: [String])]
    let rejected: [Rejected]

    /// Returns a table for a tag of media playlists.
    static func media(
        _ tag: TagName,
        before: [String] = [],
        after: [String] = [],
        accepted: [(line: String, values: [String])],
        rejected: [Rejected],
        _ values: @escaping @Sendable (MediaPlaylist) -> [String]
    ) -> TagTable {
        TagTable(
            tag: tag,
            before: (tag == .targetDuration ? [] : ["#EXT-X-TARGETDURATION:10"]) + before,
            after: after,
            values: { if case .media(let playlist) = $0 { values(playlist) } else { [] } },
            accepted: accepted,
            rejected: rejected
        )
    }

    /// Returns a table for a tag of multivariant playlists.
    static func multivariant(
        _ tag: TagName,
        after: [String] = [],
        accepted: [(line: String, values: [String])],
        rejected: [Rejected],
        _ values: @escaping @Sendable (MultivariantPlaylist) -> [String]
    ) -> TagTable {
        TagTable(
            tag: tag,
            before: ["#EXT-X-INDEPENDENT-SEGMENTS"],
            after: after,
            values: { if case .multivariant(let playlist) = $0 { values(playlist) } else { [] } },
            accepted: accepted,
            rejected: rejected
        )
    }

    /// The line number of the tag in the playlists of the table.
    var line: Int { before.count + 2 }

    private var isMultivariant: Bool { before == ["#EXT-X-INDEPENDENT-SEGMENTS"] }

    private func playlist(_ line: String) throws -> PlaylistDocument {
        try document((["#EXTM3U"] + before + [line] + after).joined(separator: "\n"))
    }

    /// Returns the playlist with this line, as far as it can be read.
    func reading(_ line: String) throws -> Reading {
        let document = try playlist(line)
        return isMultivariant
            ? .multivariant(MultivariantPlaylist.reading(document).playlist)
            : .media(Self.mediaReading(document))
    }

    /// Returns the playlist with this line; throws at a problem that affects media.
    func strictReading(_ line: String) throws -> Reading {
        let document = try playlist(line)
        return isMultivariant
            ? .multivariant(try MultivariantPlaylist(document))
            : .media(try MediaPlaylist(document, variables: Self.imports, queryParameters: Self.parameters))
    }

    private static let imports = VariableScope(["imported": "i"])
    private static let parameters = QueryParameters(["parameter": "p"])

    private static func mediaReading(_ document: PlaylistDocument) -> MediaPlaylist {
        MediaPlaylist.reading(document, variables: imports, queryParameters: parameters).playlist
    }
}

/// Returns a value as text, or a hyphen for nil.
func shown(_ value: (some Any)?) -> String {
    value.map { "\($0)" } ?? "-"
}
