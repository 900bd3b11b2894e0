/// The lines of a playlist, indexed by tag.
package struct TaggedLines: Sendable {
    /// The kind of the playlist.
    let kind: PlaylistKind
    private let document: PlaylistDocument
    /// The line numbers of each tag, in order.
    private var numbers: [TagName: [Int]] = [:]

    /// Creates an empty index, for callers that iterate over the lines of a document anyway and add each one.
    package init(emptyFor document: PlaylistDocument, _ kind: PlaylistKind) {
        self.document = document
        self.kind = kind
    }

    /// Indexes the lines of a document in one pass.
    init(_ document: PlaylistDocument, _ kind: PlaylistKind) {
        self.init(emptyFor: document, kind)
        for line in document.lines { add(line, line.kind) }
    }

    /// Adds a line, which must be after all lines added before.
    package mutating func add(_ line: PlaylistLine, _ kind: PlaylistLine.Kind) {
        if case .tag(let tag) = kind { numbers[tag, default: []].append(line.number) }
    }

    /// Returns the lines with a tag, in order.
    package func lines(_ tag: TagName) -> some RandomAccessCollection<PlaylistLine> {
        let lines = document.lines
        return lineNumbers(tag).lazy.map { lines[$0 - 1] }
    }

    /// Returns the numbers of the lines with a tag, in order.
    package func lineNumbers(_ tag: TagName) -> [Int] { numbers[tag] ?? [] }

    /// Returns the well-formed attribute lists of a tag, in order.
    package func attributes(_ tag: TagName) -> some Sequence<AttributeList> {
        lines(tag).lazy.compactMap { try? $0.attributes() }
    }

    /// Returns whether a tag occurs.
    package func has(_ tag: TagName) -> Bool { numbers[tag] != nil }
}
