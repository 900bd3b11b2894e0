import HLSPackaging
import HLSPlaylists

/// A session key must be a key of a media playlist: the same method, format and versions for the same URI
/// (RFC 8216bis 4.4.6.5).
enum SessionKeyCheck {
    static func findings(_ presentation: Presentation) -> [Finding] {
        guard let multivariant = presentation.multivariant else { return [] }
        let keys = presentation.renditions.flatMap(\.playlist.keys).map(\.value)
        return multivariant.sessionKeys.compactMap { session in
            let isUsed = keys.contains { key in
                key.uri == session.value.uri && key.method == session.value.method
                    && key.keyFormat == session.value.keyFormat
                    && key.keyFormatVersions == session.value.keyFormatVersions
            }
            return isUsed
                ? nil
                : Finding(
                    .sessionKey,
                    "no media playlist has a key line with the URI and METHOD of the session key",
                    playlist: presentation.entry.description,
                    line: session.line
                )
        }
    }
}
