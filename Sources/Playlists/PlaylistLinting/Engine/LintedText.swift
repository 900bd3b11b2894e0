import HLSPlaylists

/// A playlist of either kind as a text, with its tags found.
struct LintedText: Sendable {
    /// The name of the playlist.
    let name: String
    /// What kind of playlist it is.
    let kind: PlaylistKind
    /// Its lines.
    let document: PlaylistDocument
    /// Whether there is no multivariant playlist that names it.
    let isAlone: Bool
    /// What could not be read.
    let problems: [PlaylistError]
    /// The variables that it defines and imports.
    let variables: VariableScope
    /// The protocol version; 1 without `EXT-X-VERSION`.
    let version: Int
    /// The line of `EXT-X-VERSION`.
    let versionLine: Int?
    /// The lines of each tag.
    let tags: TaggedLines

    /// Finds the tags, and runs the checks of lines, in one pass.
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
        var tags = TaggedLines(none: document, kind)
        for line in document.lines {
            let kind = line.kind
            tags.add(line, kind)
            let linted = LintedLine(
                playlist: name,
                playlistKind: self.kind,
                line: line,
                kind: kind,
                attributes: Self.attributes(line, kind)
            )
            for check in LintCheck.ofLines {
                check(linted, &report)
            }
        }
        self.tags = tags
        let line = tags.lineNumbers(.version).first.map { document.lines[$0 - 1] }
        self.version = line.flatMap { try? VersionTag.parse($0) } ?? 1
        self.versionLine = line?.number
    }

    /// The lines of a tag, in order.
    func lines(_ tag: TagName) -> some RandomAccessCollection<PlaylistLine> { tags.lines(tag) }

    /// The line numbers of a tag, in order.
    func lineNumbers(_ tag: TagName) -> [Int] { tags.lineNumbers(tag) }

    /// The attribute lists of a tag that are well formed, in order.
    func attributes(_ tag: TagName) -> some Sequence<AttributeList> { tags.attributes(tag) }

    /// Whether a tag occurs.
    func has(_ tag: TagName) -> Bool { tags.has(tag) }

    /// A quoted string of a list with its variables replaced; nil where it is absent or malformed.
    func string(_ name: String, of attributes: AttributeList) -> String? {
        (try? attributes.quotedString(name, substituting: variables)) ?? nil
    }

    private static func attributes(_ line: PlaylistLine, _ kind: PlaylistLine.Kind) -> AttributeList? {
        guard case .tag(let tag) = kind, case .attributes = tag.definition.value else { return nil }
        return try? line.attributes()
    }
}
