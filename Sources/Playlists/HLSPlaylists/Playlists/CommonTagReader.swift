/// The tags of both kinds of playlist (RFC 8216bis 4.4.1 and 4.4.2), and the checks that apply to all tags.
struct CommonTagReader {
    let kind: PlaylistKind
    /// The sources of variable values outside of the playlist.
    let sources: VariableSources

    private(set) var version = 1
    private(set) var versionLine: Int?
    private(set) var hasIndependentSegments = false
    private(set) var start: PlaylistStart?
    private(set) var variables = VariableScope.none

    private let foreignTags: TagSet
    private let uniqueTags = TagSet.unique
    /// The tags that are checked or read here; all others are passed over quickly.
    private let notableTags: TagSet
    private var firstLines: [TagName: PlaylistLine] = [:]
    private var expansion = 0

    init(kind: PlaylistKind, sources: VariableSources) {
        self.kind = kind
        self.sources = sources
        self.foreignTags = kind == .media ? TagSet.multivariant : TagSet.media
        self.notableTags = TagSet.unique.union(foreignTags).union(TagSet.any)
    }

    /// Checks that a tag is allowed here, and reads it if both kinds of playlist may have it.
    ///
    /// - Returns: false if the tag only repeats an earlier one.
    @inline(__always)
    mutating func read(
        _ tag: TagName,
        _ line: PlaylistLine,
        _ log: inout ProblemLog
    ) throws(PlaylistError) -> Bool {
        guard notableTags.contains(tag) else { return true }
        return try readNotable(tag, line, &log)
    }

    private mutating func readNotable(
        _ tag: TagName,
        _ line: PlaylistLine,
        _ log: inout ProblemLog
    ) throws(PlaylistError) -> Bool {
        guard !foreignTags.contains(tag) else {
            throw PlaylistError(line: line.number, .tag(.wrongPlaylistKind(tag, in: kind)))
        }
        if uniqueTags.contains(tag) {
            if let first = firstLines[tag] {
                let problem = PlaylistError(
                    line: line.number,
                    .tag(.duplicate(tag, firstLine: first.number))
                )
                guard first.value.trimmingBlanks() == line.value.trimmingBlanks() else { throw problem }
                try log.logUnlessStrict(problem)
                return false
            }
            firstLines[tag] = line
        }
        switch tag {
        case .version:
            versionLine = line.number
            do throws(PlaylistError) {
                version = try VersionTag.parse(line)
            } catch {
                try log.logUnlessStrict(error)
            }
        case .independentSegments: hasIndependentSegments = true
        case .start:
            do throws(PlaylistError) {
                start = try PlaylistStart(line, variables: variables, &log)
            } catch {
                log.log(error)
            }
        case .define: try DefineTag.define(line, in: &variables, sources, &log)
        default: break
        }
        return true
    }

    /// Returns whether a unique tag occurred, even with a malformed value.
    func hasOccurred(_ tag: TagName) -> Bool { firstLines[tag] != nil }

    /// Returns the URI of a line with its variables replaced.
    func uri(_ line: PlaylistLine) throws(PlaylistError) -> String {
        let uri = line.uri
        return try variables.substitute(in: uri, line: line.number, column: line.column(of: uri))
    }

    /// Counts the bytes that the variables of a line may add to the playlist.
    ///
    /// - Throws: `PlaylistError` if all lines together may add more than `PlaylistDocument.maximumSize`
    ///   bytes.
    @inline(__always)
    mutating func countExpansion(_ line: PlaylistLine) throws(PlaylistError) {
        guard variables.maximumValueLength > 0 else { return }
        let references = line.content.count { $0 == UInt8(ascii: "{") }
        expansion += references * variables.maximumValueLength
        guard expansion <= PlaylistDocument.maximumSize else {
            throw PlaylistError(line: line.number, .variable(.expansionTooLong))
        }
    }
}
