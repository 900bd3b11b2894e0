/// The lines of a playlist by their tags.
package struct TaggedLines: Sendable {
    /// The kind of the playlist.
    package let kind: PlaylistKind
    private let document: PlaylistDocument
    /// The line numbers of each tag, in order.
    private var numbers: [TagName: [Int]] = [:]

    /// Begins with no line of a document, for those that look at its lines anyway and add them.
    package init(none document: PlaylistDocument, _ kind: PlaylistKind) {
        self.document = document
        self.kind = kind
    }

    /// Finds the tags of a document in one pass.
    package init(_ document: PlaylistDocument, _ kind: PlaylistKind) {
        self.init(none: document, kind)
        for line in document.lines { add(line, line.kind) }
    }

    /// Adds a line, which has to follow those that were added.
    package mutating func add(_ line: PlaylistLine, _ kind: PlaylistLine.Kind) {
        if case .tag(let tag) = kind { numbers[tag, default: []].append(line.number) }
    }

    /// The lines of a tag, in order.
    package func lines(_ tag: TagName) -> some RandomAccessCollection<PlaylistLine> {
        let lines = document.lines
        return lineNumbers(tag).lazy.map { lines[$0 - 1] }
    }

    /// The line numbers of a tag, in order.
    package func lineNumbers(_ tag: TagName) -> [Int] { numbers[tag] ?? [] }

    /// The attribute lists of a tag that are well formed, in order.
    package func attributes(_ tag: TagName) -> some Sequence<AttributeList> {
        lines(tag).lazy.compactMap { try? $0.attributes() }
    }

    /// Whether a tag occurs.
    package func has(_ tag: TagName) -> Bool { numbers[tag] != nil }
}
