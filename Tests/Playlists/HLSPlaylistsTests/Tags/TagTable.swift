import HLSPlaylists
import PlaylistFixtures
import Testing

/// Lines of one tag that are read, with the values that come out, and lines that are not, with what is said of them.
struct TagTable: Sendable, CustomTestStringConvertible {
    /// A line that is malformed.
    struct Rejected: Sendable {
        /// What is said of it.
        enum Expected: Sendable {
            case problem(PlaylistError.Problem)
            /// The value of the tag is not what was expected.
            case value(String)
        }

        /// The line; the problem is on the last one where there are several.
        let line: String
        let expected: Expected
        let column: Int?
        /// Whether a playlist with the line is read all the same, the malformed value aside.
        let isInformational: Bool

        /// A line that stops the reader.
        static func stops(_ line: String, _ problem: TagProblem) -> Self {
            Self(line: line, expected: .problem(.tag(problem)), column: nil, isInformational: false)
        }

        /// A line with an attribute that stops the reader.
        static func stops(_ line: String, _ problem: AttributeProblem, column: Int? = nil) -> Self {
            Self(line: line, expected: .problem(.attribute(problem)), column: column, isInformational: false)
        }

        /// A line with a value that stops the reader.
        static func stops(_ line: String, expected: String, column: Int) -> Self {
            Self(line: line, expected: .value(expected), column: column, isInformational: false)
        }

        /// A line with an attribute that clients can do without.
        static func noted(_ line: String, _ problem: AttributeProblem, column: Int? = nil) -> Self {
            Self(line: line, expected: .problem(.attribute(problem)), column: column, isInformational: true)
        }

        /// A line with a problem that clients can do without.
        static func noted(_ line: String, _ problem: TagProblem) -> Self {
            Self(line: line, expected: .problem(.tag(problem)), column: nil, isInformational: true)
        }

        /// A line with a value that clients can do without.
        static func noted(_ line: String, expected: String, column: Int) -> Self {
            Self(line: line, expected: .value(expected), column: column, isInformational: true)
        }

        func matches(_ problem: PlaylistError.Problem, of tag: TagName) -> Bool {
            switch expected {
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

    /// Its tag, not the whole table.
    var testDescription: String { tag.name }

    let tag: TagName
    let before: [String]
    let after: [String]
    let values: @Sendable (Reading) -> [String]
    /// Lines with the values that must come out.
    let accepted: [(line: String, values: [String])]
    let rejected: [Rejected]

    /// A table of a tag of media playlists.
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

    /// A table of a tag of multivariant playlists.
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

    /// The line of the tag in the playlists of the table.
    var line: Int { before.count + 2 }

    private var isMultivariant: Bool { before == ["#EXT-X-INDEPENDENT-SEGMENTS"] }

    private func playlist(_ line: String) throws -> PlaylistDocument {
        try document((["#EXTM3U"] + before + [line] + after).joined(separator: "\n"))
    }

    /// The playlist with a line, as far as it can be read.
    func reading(_ line: String) throws -> Reading {
        let document = try playlist(line)
        return isMultivariant
            ? .multivariant(MultivariantPlaylist.reading(document).playlist)
            : .media(Self.mediaReading(document))
    }

    /// The playlist with a line, if nothing is wrong that bears on media.
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

/// A value as text; a hyphen for none.
func shown(_ value: (some Any)?) -> String {
    value.map { "\($0)" } ?? "-"
}
