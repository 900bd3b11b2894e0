import Failures
import HLSPlaylists
import Presentations

/// Refuses presentations that are encrypted already, have partial segments, or are truncated.
enum ClearPresentationCheck {
    static func check(_ presentation: Presentation) throws(RunFailure) {
        if let key = presentation.multivariant?.sessionKeys.first {
            throw .alreadyEncrypted(presentation.entry, line: key.line, method: key.value.method.name)
        }
        for rendition in presentation.renditions {
            if let key = rendition.playlist.keys.first(where: { $0.value.method != .none }) {
                throw .alreadyEncrypted(rendition.path, line: key.line, method: key.value.method.name)
            }
            if let tag = rendition.playlist.lowLatencyTags.first {
                throw .partialSegments(rendition.path, line: tag.line, tag: tag.value.name)
            }
            // A VOD playlist that was cut off between two segments would otherwise pass for a shorter film.
            if rendition.playlist.playlistType == .vod, !rendition.playlist.hasEndList {
                throw .truncatedPlaylist(rendition.path)
            }
        }
    }
}
