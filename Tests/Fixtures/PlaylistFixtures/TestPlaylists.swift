package import HLSPlaylists

/// Parses a playlist document.
package func document(_ text: String) throws -> PlaylistDocument {
    try PlaylistDocument(parsing: Array(text.utf8))
}

/// Parses a media playlist from the lines after `#EXTM3U` and the target duration.
package func mediaPlaylist(_ lines: String...) throws -> MediaPlaylist {
    try MediaPlaylist(document((["#EXTM3U", "#EXT-X-TARGETDURATION:10"] + lines).joined(separator: "\n")))
}

/// Returns the text that a document is written as.
package func text(_ document: PlaylistDocument) -> String {
    String(decoding: document.serialized(), as: UTF8.self)
}

/// Returns the playlist error that a body throws, or nil if it throws none.
package func problem(in body: () throws -> some Any) -> PlaylistError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? PlaylistError
    }
}
