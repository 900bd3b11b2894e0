package import HLSPlaylists

/// A document from text.
package func document(_ text: String) throws -> PlaylistDocument {
    try PlaylistDocument(parsing: Array(text.utf8))
}

/// A media playlist from the lines after its head.
package func mediaPlaylist(_ lines: String...) throws -> MediaPlaylist {
    try MediaPlaylist(document((["#EXTM3U", "#EXT-X-TARGETDURATION:10"] + lines).joined(separator: "\n")))
}

/// The text that a document is written as.
package func text(_ document: PlaylistDocument) -> String {
    String(decoding: document.serialized(), as: UTF8.self)
}

/// The error that a body throws.
package func problem(in body: () throws -> some Any) -> PlaylistError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? PlaylistError
    }
}
