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

    init(tag line: PlaylistLine) throws(PlaylistError) {
        let text = String(decoding: line.value.trimmingBlanks(), as: UTF8.self)
        guard let type = PlaylistType(rawValue: text) else {
            throw line.invalidValue(of: .playlistType, expected: Self.grammar)
        }
        self = type
    }
}
