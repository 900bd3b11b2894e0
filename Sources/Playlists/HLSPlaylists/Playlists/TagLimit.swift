/// How many lines of a tag are read, where each is held that a client would have to choose from: fairlead's own limits.
///
/// They are far above what any presentation has, and keep the memory of a playlist of `PlaylistDocument.maximumSize` small.
/// Segments and their tags have no limit but that size.
package enum TagLimit {
    /// Lines of variants, renditions, session data and variables.
    package static let lines = 10_000
    /// Lines of session keys: a day of keys that change every 10 seconds has 8,640 for each key system.
    package static let sessionKeys = 100_000
    /// Key lines in front of one segment, of which the last of each key format applies.
    package static let keysOfSegment = 1_000

    /// The tags that both kinds of playlist may have, and those of multivariant playlists.
    private static let limits: [(tag: TagName, limit: Int, scope: PlaylistKind?)] = [
        (.define, lines, nil),
        (.streamInformation, lines, .multivariant),
        (.iFrameStreamInformation, lines, .multivariant),
        (.media, lines, .multivariant),
        (.sessionData, lines, .multivariant),
        (.sessionKey, sessionKeys, .multivariant),
    ]

    /// Looks at a playlist before it is read.
    ///
    /// - Throws: `PlaylistError` at the first line of a tag that is one too many.
    static func check(_ document: PlaylistDocument, as kind: PlaylistKind) throws(PlaylistError) {
        // A line of them takes at least as many bytes as its name.
        for (tag, limit, scope) in limits where document.bytes.count > limit * tag.name.utf8.count {
            guard scope == nil || scope == kind else { continue }
            let numbers = document.lineNumbers(tagged: tag)
            guard numbers.count > limit else { continue }
            throw PlaylistError(line: numbers[limit], .tag(.tooMany(tag, count: numbers.count, limit: limit)))
        }
    }
}
