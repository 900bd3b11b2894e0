/// Fairlead's own limits of the number of lines with one tag, for tags that clients choose from.
///
/// They are far above what any presentation has, and keep the memory of a playlist of
/// `PlaylistDocument.maximumSize` small. Segments and their tags have no limit except that size.
package enum TagLimit {
    /// The most lines of each tag for variants, renditions, session data and variables.
    package static let lines = 10_000
    /// The most session keys: a day of keys that change every 10 seconds has 8,640 for each key system.
    package static let sessionKeys = 100_000
    /// The most key lines before one segment; the last of each key format applies.
    package static let keysPerSegment = 1_000

    /// The limits of tags that both kinds of playlist may have (without scope) and of tags of multivariant
    /// playlists.
    private static let limits: [(tag: TagName, limit: Int, scope: PlaylistKind?)] = [
        (.define, lines, nil),
        (.streamInformation, lines, .multivariant),
        (.iFrameStreamInformation, lines, .multivariant),
        (.media, lines, .multivariant),
        (.sessionData, lines, .multivariant),
        (.sessionKey, sessionKeys, .multivariant),
    ]

    /// Checks the number of lines before a playlist is read.
    ///
    /// - Throws: `PlaylistError` at the first line of a tag above its limit.
    static func check(_ document: PlaylistDocument, as kind: PlaylistKind) throws(PlaylistError) {
        // A line takes at least the bytes of its tag's name, so most playlists are too small to need
        // counting.
        for (tag, limit, scope) in limits where document.bytes.count > limit * tag.name.utf8.count {
            guard scope == nil || scope == kind else { continue }
            let numbers = document.lineNumbers(tagged: tag)
            guard numbers.count > limit else { continue }
            throw PlaylistError(line: numbers[limit], .tag(.tooMany(tag, count: numbers.count, limit: limit)))
        }
    }
}
