import FoundationEssentials
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Looks for media that are clear where others are encrypted.
///
/// A clear start is what `--clear-lead` asks for. A rendition that is clear from start to end, or a clear segment
/// behind an encrypted one, may be meant and is a warning; but a clear rendition on which a key of the title was used
/// has lost its protection.
struct ClearSegmentCheck {
    let presentation: Presentation
    let store: any KeyRecordStore
    /// The records of all key lines of the presentation.
    let records: [KeyRecord]

    func findings() throws(KeyStoreError) -> [Finding] {
        var findings: [Finding] = []
        let renditions = presentation.renditions.filter { rendition in
            rendition.playlist.segments.contains { !$0.hasGap }
        }
        guard renditions.contains(where: Self.isEncrypted) else { return [] }
        let keys = try keysOfTitles()
        for rendition in renditions {
            if Self.isEncrypted(rendition) {
                findings += Self.clearBehindEncrypted(rendition)
            } else {
                findings.append(try Self.clear(rendition, usedKey: usedKey(on: rendition, keys)))
            }
        }
        return findings
    }

    private static func isEncrypted(_ rendition: MediaRendition) -> Bool {
        rendition.playlist.segments.contains { !$0.keys.isEmpty && !$0.hasGap }
    }

    private static func clearBehindEncrypted(_ rendition: MediaRendition) -> [Finding] {
        let present = rendition.playlist.segments.filter { !$0.hasGap }
        guard let segment = present.drop(while: \.keys.isEmpty).first(where: \.keys.isEmpty) else {
            return []
        }
        return [
            Finding(
                .notProtected,
                "a clear segment stands behind encrypted ones",
                playlist: rendition.path.description,
                line: segment.uriLine,
                severity: .warning
            )
        ]
    }

    private static func clear(_ rendition: MediaRendition, usedKey: KeyRecord?) -> Finding {
        let message = "no segment of the rendition is encrypted"
        let key = usedKey.map { ", but key \($0.keyID.uuidString.lowercased()) was used on it" }
        return Finding(
            .notProtected,
            message + (key ?? ""),
            playlist: rendition.path.description,
            severity: usedKey == nil ? .warning : .error
        )
    }

    /// All keys of the titles that the presentation has keys of: a lost key line names its key no more.
    private func keysOfTitles() throws(KeyStoreError) -> [KeyRecord] {
        var keys: [KeyRecord] = []
        for title in Set(records.map(\.identity.contentID)).sorted() { keys += try store.records(of: title) }
        return keys
    }

    private func usedKey(
        on rendition: MediaRendition,
        _ keys: [KeyRecord]
    ) throws(KeyStoreError) -> KeyRecord? {
        for key in keys where try !RecordedUses(of: key, on: rendition, in: presentation, store).own.isEmpty {
            return key
        }
        return nil
    }
}
