/// A set of tags in one 64-bit word.
struct TagSet: Sendable {
    private var bits: UInt64 = 0

    /// Creates the set of the tags whose definition satisfies a predicate.
    init(_ isMember: (TagDefinition) -> Bool) {
        for tag in TagName.allCases where isMember(tag.definition) { insert(tag) }
    }

    init() {}

    @inline(__always)
    func contains(_ tag: TagName) -> Bool { bits & Self.bit(tag) != 0 }

    mutating func insert(_ tag: TagName) { bits |= Self.bit(tag) }

    func union(_ other: TagSet) -> TagSet {
        var union = self
        union.bits |= other.bits
        return union
    }

    @inline(__always)
    private static func bit(_ tag: TagName) -> UInt64 { 1 << UInt64(tag.rawValue) }
}

extension TagSet {
    /// The tags of media playlists only.
    static let media = TagSet { $0.scope.kind == .media }
    /// The tags of multivariant playlists only.
    static let multivariant = TagSet { $0.scope.kind == .multivariant }
    /// The tags that describe the segments after them.
    static let segment = TagSet { $0.scope == .mediaSegment }
    /// The tags that may occur only once in a playlist.
    static let unique = TagSet(\.isUnique)
    /// The tags that both kinds of playlist may have.
    static let any = TagSet { $0.scope == .anyPlaylist }
}
