/// A fault in a tag, its value or its location (RFC 8216bis 4.4).
package enum TagProblem: Hashable, Sendable {
    /// The value of a tag is malformed or out of bounds.
    case invalidValue(TagName, found: Excerpt, expected: String)
    /// A second occurrence of a tag that may occur only once.
    case duplicate(TagName, firstLine: Int)
    /// A required tag is absent.
    case missing(TagName)
    /// A tag after something that it must precede.
    case misplaced(TagName, expected: String)
    /// A tag that only the other kind of playlist may have.
    case wrongPlaylistKind(TagName, in: PlaylistKind)
    /// No tag shows whether the playlist is a media or a multivariant playlist.
    case unknownKind
    /// A tag that describes the next URI is not followed by one.
    case missingURI(after: TagName)
    /// A URI line without the tag that describes it.
    case undescribedURI(missing: TagName)
    /// A byte range without offset that does not continue a range of the same resource.
    ///
    /// The continued range is that of the previous segment, or of the previous part in the same segment.
    case byteRangeWithoutStart
    /// The end of a byte range is beyond 2^64 - 1.
    case byteRangeOverflow
    /// A media sequence number beyond 2^64 - 1.
    case mediaSequenceOverflow
    /// A discontinuity sequence number beyond 2^64 - 1.
    case discontinuitySequenceOverflow
    /// More key formats in force at once than the limit.
    case tooManyKeyFormats(limit: Int)
    /// More lines of a tag than the limit, with their total number.
    case tooMany(TagName, count: Int, limit: Int)
}

extension TagProblem {
    var message: ProblemMessage {
        switch self {
        case .invalidValue(let tag, let found, let expected):
            ProblemMessage(
                "\(tag.name) has a bad value",
                got: found.description,
                expected: expected,
                fix: "Correct the value"
            )
        case .duplicate(let tag, let firstLine):
            ProblemMessage(
                "A tag appears twice",
                got: "\(tag.name), which is already on line \(firstLine)",
                expected: "it once",
                fix: "Remove one of them"
            )
        case .missing(let tag):
            ProblemMessage(
                "A required tag is missing",
                got: "the end of the playlist",
                expected: tag.name,
                fix: "Add the tag, or get the whole playlist"
            )
        case .misplaced(let tag, let expected):
            ProblemMessage(
                "A tag is in the wrong position",
                got: tag.name,
                expected: "it " + expected,
                fix: "Move the tag"
            )
        case .wrongPlaylistKind(let tag, let kind):
            ProblemMessage(
                "A tag is in the wrong kind of playlist",
                got: "\(tag.name) in a \(kind.rawValue) playlist",
                expected: "tags of \(kind.rawValue) playlists only",
                fix: "Separate the two kinds of playlist"
            )
        case .unknownKind:
            ProblemMessage(
                "The kind of playlist is unknown",
                got: "no tag of either kind",
                expected: "\(TagName.targetDuration.name) or \(TagName.streamInformation.name)",
                fix: "Give a media or a multivariant playlist"
            )
        case .missingURI(let tag):
            ProblemMessage(
                "A URI is missing",
                got: "\(tag.name) without one",
                expected: "a URI line after it",
                fix: "Get the whole playlist; it may be truncated"
            )
        case .undescribedURI(let tag):
            ProblemMessage(
                "A URI lacks its tag",
                got: "a URI line",
                expected: "\(tag.name) before it",
                fix: "Add the tag or remove the line"
            )
        case .byteRangeWithoutStart:
            ProblemMessage(
                "A byte range has no start",
                got: "no offset",
                expected: "one, or a range of the same resource before it",
                fix: "Write the offset"
            )
        case .byteRangeOverflow:
            ProblemMessage(
                "The end of a byte range is too large",
                got: "an end beyond 2^64 - 1",
                expected: "a smaller one",
                fix: "Correct the range"
            )
        case .mediaSequenceOverflow:
            ProblemMessage(
                "A media sequence number is too large",
                got: "one beyond 2^64 - 1",
                expected: "a smaller one",
                fix: "Correct \(TagName.mediaSequence.name)"
            )
        case .discontinuitySequenceOverflow:
            ProblemMessage(
                "A discontinuity sequence number is too large",
                got: "one beyond 2^64 - 1",
                expected: "a smaller one",
                fix: "Correct \(TagName.discontinuitySequence.name)"
            )
        case .tooManyKeyFormats(let limit):
            ProblemMessage(
                "Too many keys are in force together",
                got: "more than \(limit) key formats",
                expected: "at most \(limit), which is fairlead's own limit",
                fix: "Remove key lines, or write METHOD=NONE where they end"
            )
        case .tooMany(let tag, let count, let limit):
            ProblemMessage(
                "Too many lines have the same tag" + (tag == .key ? " before one segment" : ""),
                got: "\(count) of \(tag.name)",
                expected: "at most \(limit), which is fairlead's own limit",
                fix: "Remove those that no player needs, or split the presentation"
            )
        }
    }
}
