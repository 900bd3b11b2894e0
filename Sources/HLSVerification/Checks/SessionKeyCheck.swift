import HLSPackaging
import HLSPlaylists

/// A session key must be a key of a media playlist: the same method, format and versions for the same URI; and no two
/// session keys are the same (RFC 8216bis 4.4.6.5).
enum SessionKeyCheck {
    static func findings(_ presentation: Presentation) -> [Finding] {
        guard let multivariant = presentation.multivariant else { return [] }
        let keys = presentation.renditions.flatMap(\.playlist.keys).map(\.value)
        return multivariant.sessionKeys.enumerated().compactMap { index, session in
            fault(session.value, keys, earlier: multivariant.sessionKeys[..<index].map(\.value)).map {
                Finding(.sessionKey, $0, playlist: presentation.entry.description, line: session.line)
            }
        }
    }

    private static func fault(
        _ session: EncryptionKey,
        _ keys: [EncryptionKey],
        earlier: [EncryptionKey]
    ) -> String? {
        let named = keys.filter { sameText($0.uri, session.uri) }
        if named.isEmpty { return "no media playlist has a key line with the URI of the session key" }
        guard named.allSatisfy({ $0.method == session.method && hasSameFormat($0, session) }) else {
            return
                "a key line with the URI of the session key has another METHOD, KEYFORMAT or KEYFORMATVERSIONS"
        }
        let isRepeated = earlier.contains {
            sameText($0.uri, session.uri) && $0.method == session.method && $0.iv == session.iv
                && hasSameFormat($0, session)
        }
        return isRepeated ? "the session key is there already" : nil
    }

    private static func hasSameFormat(_ left: EncryptionKey, _ right: EncryptionKey) -> Bool {
        left.keyFormat == right.keyFormat
            && (left.keyFormatVersions ?? "1") == (right.keyFormatVersions ?? "1")
    }

    private static func sameText(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        return left.hasSameBytes(as: right)
    }
}
