import FoundationEssentials
import HLSPackaging
import KeyStore

/// Compares the clear media of a rendition with those that the key store knows for its keys under the method of
/// protection: SAMPLE-AES has the essence of the media in its digest, AES-128 their bytes.
///
/// It notices every change of the media, also where AES-128 leaves a well-formed stream. Of keys whose uses the store
/// does not know (keys that were imported), and of playlists that are known to be parts, there is a warning, unless the media
/// were compared with a source.
enum MediaDigestCheck {
    static func findings(
        _ rendition: MediaRendition,
        in presentation: Presentation,
        records: [KeyRecord],
        method: ProtectionMethod?,
        media: some Sequence<MediaDigest.Unit>,
        isSource: Bool,
        store: any KeyRecordStore
    ) throws(PackagingError) -> [Finding] {
        guard let method else {
            guard !records.isEmpty, !isSource else { return [] }
            let message =
                "segments of \(rendition.name) are protected by several methods: the key store does not know them "
                + "together; give --source"
            return [
                Finding(.mediaDigest, message, playlist: rendition.path.description, severity: .warning)
            ]
        }
        let digest = MediaDigest.digest(of: media)
        for record in records {
            let uses = try storeCalls { () throws(KeyStoreError) in
                try RecordedUses(of: record, on: rendition, in: presentation, by: [method], store)
            }
            if uses.possible.contains(where: { $0.digest == digest }) { continue }
            let key = record.keyID.uuidString.lowercased()
            let message: String
            if uses.possible.isEmpty {
                message =
                    "the key store does not know on which media of \(rendition.name) key \(key) was used: "
                    + "only their form was checked; give --source"
            } else if try PublishedParts(presentation, records, store).contain(rendition) {
                message =
                    "the playlist of \(rendition.name) has a part of the segments that the key store knows as a whole: "
                    + "only their form was checked; give --source"
            } else {
                let message = "the media of \(rendition.name) are not those that key \(key) was used on"
                return [Finding(.mediaDigest, message, playlist: rendition.path.description)]
            }
            if isSource { continue }
            return [
                Finding(.mediaDigest, message, playlist: rendition.path.description, severity: .warning)
            ]
        }
        return []
    }
}
