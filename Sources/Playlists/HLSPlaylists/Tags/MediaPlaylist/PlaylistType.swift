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
    /// Nothing changes.
    case vod = "VOD"

    /// The type that a line gives; nil for another word, which is noted: it promises nothing.
    ///
    /// - Throws: `PlaylistError` for another word, where the reader is strict.
    static func read(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) -> PlaylistType? {
        let text = String(decoding: line.value.trimmingBlanks(), as: UTF8.self)
        guard let type = PlaylistType(rawValue: text) else {
            try log.tolerate(line.invalidValue(of: .playlistType, expected: Self.grammar))
            return nil
        }
        return type
    }
}
