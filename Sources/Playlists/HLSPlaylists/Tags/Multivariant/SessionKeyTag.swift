/// `EXT-X-SESSION-KEY` (RFC 8216bis 4.4.6.5): a key of the media playlists that clients may fetch early.
///
/// It is read and written as an `EncryptionKey`; its method is never `NONE`.
enum SessionKeyTag {
    static let definition = TagDefinition(
        "EXT-X-SESSION-KEY",
        in: .multivariantPlaylist,
        section: "4.4.6.5",
        .attributes(EncryptionKey.attributes(methods: EncryptionKey.methodNames.filter { $0 != "NONE" }))
    )
}
