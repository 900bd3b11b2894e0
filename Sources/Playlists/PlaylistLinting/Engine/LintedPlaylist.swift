import HLSPlaylists

/// The lines of a playlist of either kind, indexed by tag.
struct LintedPlaylist: Sendable {
    let name: String
    let kind: PlaylistKind
    let document: PlaylistDocument
    /// Indicates whether the playlist is checked without a multivariant playlist.
    let isAlone: Bool
    /// The problems that the playlist parser reported.
    let problems: [PlaylistError]
    /// The variables that the playlist defines and imports.
    let variables: VariableScope
    /// The protocol version; 1 without `EXT-X-VERSION`.
    let version: Int
    /// The line of `EXT-X-VERSION`, or nil if there is none.
    let versionLine: Int?
    let tags: TaggedLines

    /// Indexes the lines and runs the checks of lines in one pass.
    init(
        name: String,
        kind: PlaylistKind,
        isAlone: Bool = false,
        document: PlaylistDocument,
        problems: [PlaylistError],
        variables: VariableScope,
        report: inout LintReport
    ) {
        self.name = name
        self.kind = kind
        self.isAlone = isAlone
        self.document = document
        self.problems = problems
        self.variables = variables
        var tags = TaggedLines(emptyFor: document, kind)
        for line in document.lines {
            let kind = line.kind
            tags.add(line, kind)
            let lintedLine = LintedLine(
                playlist: name,
                playlistKind: self.kind,
                playlistLine: line,
                kind: kind,
                attributes: Self.attributes(line, kind)
            )
            for check in LintCheck.lineChecks {
                check(lintedLine, &report)
            }
        }
        self.tags = tags
        let line = tags.lineNumbers(.version).first.map { document.lines[$0 - 1] }
        self.version = line.flatMap { try? VersionTag.parse($0) } ?? 1
        self.versionLine = line?.number
    }

    /// Returns the lines with a tag, in order.
    func lines(_ tag: TagName) -> some RandomAccessCollection<PlaylistLine> { tags.lines(tag) }

    /// Returns the numbers of the lines with a tag, in order.
    func lineNumbers(_ tag: TagName) -> [Int] { tags.lineNumbers(tag) }

    /// Returns the well-formed attribute lists of a tag, in order.
    func attributes(_ tag: TagName) -> some Sequence<AttributeList> { tags.attributes(tag) }

    /// Returns whether a tag occurs.
    func has(_ tag: TagName) -> Bool { tags.has(tag) }

    /// Returns a quoted string of a list with its variables replaced, or nil if it is absent or malformed.
    func string(_ name: String, of attributes: AttributeList) -> String? {
        (try? attributes.quotedString(name, substituting: variables)) ?? nil
    }

    private static func attributes(_ line: PlaylistLine, _ kind: PlaylistLine.Kind) -> AttributeList? {
        guard case .tag(let tag) = kind, case .attributes = tag.definition.value else { return nil }
        return try? line.attributes()
    }
}
