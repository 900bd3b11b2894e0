/// What both kinds of playlist have: the tags of RFC 8216bis 4.4.1 and 4.4.2, and the rules that hold for all tags.
struct PlaylistHeader {
    /// The kind of the playlist that is read.
    let kind: PlaylistKind
    /// What `EXT-X-DEFINE:IMPORT` may name; nil in a multivariant playlist.
    let imports: VariableScope?

    private(set) var version = 1
    private(set) var versionLine: Int?
    private(set) var hasIndependentSegments = false
    private(set) var variables = VariableScope.none
    private var uniqueTags: [TagName: Int] = [:]

    init(kind: PlaylistKind, imports: VariableScope?) {
        self.kind = kind
        self.imports = imports
    }

    /// Checks that a tag may stand here and reads it if both kinds of playlist may have it.
    mutating func read(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        let definition = tag.definition
        guard definition.scope.kind ?? kind == kind else {
            throw PlaylistError(line: line.number, .tag(.foreign(tag, in: kind)))
        }
        if definition.isUnique, let first = uniqueTags.updateValue(line.number, forKey: tag) {
            throw PlaylistError(line: line.number, .tag(.duplicate(tag, firstLine: first)))
        }
        switch tag {
        case .version:
            version = try VersionTag.parse(line)
            versionLine = line.number
        case .independentSegments: hasIndependentSegments = true
        case .define: try DefineTag.define(line, in: &variables, imports: imports)
        default: break
        }
    }

    /// A URI line with its variables replaced.
    func uri(_ line: PlaylistLine) throws(PlaylistError) -> String {
        try variables.substitute(in: line.content, line: line.number, column: 1)
    }
}
