/// The value of `EXT-X-PLAYLIST-TYPE` (RFC 8216bis 4.4.3.5).
package enum PlaylistType: String, Hashable, KeywordValue {
    static let definition = TagDefinition(
        "EXT-X-PLAYLIST-TYPE",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.5",
        .text
    )

    /// Segments are only added at the end.
    case event = "EVENT"
    /// The playlist does not change.
    case vod = "VOD"

    /// Returns the type in a line; logs an unknown word, which promises nothing, and returns nil.
    ///
    /// - Throws: `PlaylistError` for an unknown word if the reader is strict.
    static func read(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) -> PlaylistType? {
        let text = String(decoding: line.value.trimmingBlanks(), as: UTF8.self)
        guard let type = PlaylistType(rawValue: text) else {
            try log.logUnlessStrict(line.invalidValue(of: .playlistType, expected: Self.grammar))
            return nil
        }
        return type
    }
}
