import HLSPlaylists

/// Rules for tags with bad values, at wrong locations, or absent (RFC 8216bis 4.4).
enum TagUseRules {
    private static func rule(_ id: String, _ section: String, _ summary: String) -> LintRule {
        .error(id, LintSource.rfc(section), summary)
    }

    static let value = rule("tag-value", "4.4", "The value of a tag is of its type and within its bounds")
    private static let duplicate = rule("tag-duplicate", "4.4", "A tag that may occur once occurs once")
    private static let missing = rule("tag-missing", "4.4.3.1", "A media playlist has its target duration")
    private static let misplaced = rule("tag-misplaced", "4.4.3", "A tag precedes what it must precede")
    private static let foreign = rule(
        "tag-foreign",
        "4.1",
        "A playlist has tags of only one kind of playlist: no EXT-X-KEY in a multivariant playlist, for example"
    )
    private static let kind = rule("playlist-kind", "4.1", "A playlist lists segments or media playlists")
    private static let uriMissing = rule(
        "uri-missing",
        "4.4",
        "A tag about the next URI is followed by one"
    )
    private static let extinfMissing = rule("extinf-missing", "4.4.4.1", "A segment has its EXTINF")
    private static let streamInfMissing = rule(
        "stream-inf-missing",
        "4.4.6.2",
        "A variant has its EXT-X-STREAM-INF"
    )
    private static let byteRangeStart = rule(
        "byte-range-start",
        "4.4.4.2",
        "A byte range without offset continues one of the same resource in the previous segment"
    )
    private static let byteRangeEnd = rule(
        "byte-range-end",
        "4.4.4.2",
        "A byte range ends at 2^64 - 1 at most"
    )
    private static let sequenceEnd = rule(
        "media-sequence-end",
        "4.4.3.2",
        "Media sequence numbers are at most 2^64 - 1"
    )

    private static let discontinuitySequenceEnd = rule(
        "discontinuity-sequence-end",
        "4.4.3.3",
        "Discontinuity sequence numbers are at most 2^64 - 1"
    )

    private static let keyFormats = rule(
        "key-formats",
        "4.4.4.4",
        "At most \(KeyScope.maximumInForce) key formats are in force together, which is fairlead's own limit"
    )

    private static let count = rule(
        "tag-count",
        "4.4",
        "At most \(TagLimit.lines) lines have the same tag of multivariant playlists or EXT-X-DEFINE, \(TagLimit.sessionKeys) are session "
            + "keys, and \(TagLimit.keysPerSegment) are keys before one segment, which are fairlead's own limits"
    )

    static let all = [
        value, duplicate, missing, misplaced, foreign, kind, uriMissing, extinfMissing, streamInfMissing,
        byteRangeStart, byteRangeEnd, sequenceEnd, discontinuitySequenceEnd, keyFormats, count,
    ]

    static func rule(for problem: TagProblem) -> LintRule {
        switch problem {
        case .invalidValue: value
        case .duplicate(.version, _): VersionRule.rule
        case .duplicate: duplicate
        case .missing: missing
        case .misplaced: misplaced
        case .wrongPlaylistKind: foreign
        case .unknownKind: kind
        case .missingURI: uriMissing
        case .undescribedURI(let tag): tag == .streamInformation ? streamInfMissing : extinfMissing
        case .byteRangeWithoutStart: byteRangeStart
        case .byteRangeOverflow: byteRangeEnd
        case .mediaSequenceOverflow: sequenceEnd
        case .discontinuitySequenceOverflow: discontinuitySequenceEnd
        case .tooManyKeyFormats: keyFormats
        case .tooMany: count
        }
    }
}
