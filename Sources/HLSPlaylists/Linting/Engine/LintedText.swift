/// A playlist of either kind as a text, with its tags found.
struct LintedText: Sendable {
    /// The name of the playlist.
    let name: String
    /// What kind of playlist it is.
    let kind: PlaylistKind
    /// Its lines.
    let document: PlaylistDocument
    /// What could not be read.
    let problems: [PlaylistError]
    /// The variables that it defines and imports.
    let variables: VariableScope
    /// The line numbers of each tag, in order.
    private let numbers: [TagName: [Int]]

    /// Finds the tags, and runs the checks of lines, in one pass.
    init(
        name: String,
        kind: PlaylistKind,
        document: PlaylistDocument,
        problems: [PlaylistError],
        variables: VariableScope,
        report: inout LintReport
    ) {
        self.name = name
        self.kind = kind
        self.document = document
        self.problems = problems
        self.variables = variables
        var numbers: [TagName: [Int]] = [:]
        for line in document.lines {
            let kind = line.kind
            if case .tag(let tag) = kind { numbers[tag, default: []].append(line.number) }
            let linted = LintedLine(
                playlist: name,
                playlistKind: self.kind,
                line: line,
                kind: kind,
                ending: document.lineEnding(line.number),
                attributes: Self.attributes(line, kind)
            )
            for check in LintCheck.ofLines {
                check(linted, &report)
            }
        }
        self.numbers = numbers
    }

    /// The lines of a tag, in order.
    func lines(_ tag: TagName) -> some Sequence<PlaylistLine> {
        let lines = document.lines
        return (numbers[tag] ?? []).lazy.map { lines[$0 - 1] }
    }

    /// The line numbers of a tag, in order.
    func lineNumbers(_ tag: TagName) -> [Int] { numbers[tag] ?? [] }

    /// The attribute lists of a tag that are well formed, in order.
    func attributes(_ tag: TagName) -> some Sequence<AttributeList> {
        lines(tag).lazy.compactMap { try? $0.attributes() }
    }

    /// Whether a tag occurs.
    func has(_ tag: TagName) -> Bool { numbers[tag] != nil }

    /// A quoted string of a list with its variables replaced; nil where it is absent or malformed.
    func string(_ name: String, of attributes: AttributeList) -> String? {
        (try? attributes.quotedString(name, substituting: variables)) ?? nil
    }

    private static func attributes(_ line: PlaylistLine, _ kind: PlaylistLine.Kind) -> AttributeList? {
        guard case .tag(let tag) = kind, case .attributes = tag.definition.value else { return nil }
        return try? line.attributes()
    }
}
