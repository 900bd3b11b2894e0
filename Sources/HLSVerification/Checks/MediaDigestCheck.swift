import FoundationEssentials
import HLSPackaging
import KeyStore

/// Compares the clear media of a rendition with those that the key store knows for its keys.
///
/// It notices every change of the media, also where AES-128 leaves a well-formed stream. A store that holds the keys
/// but not their uses (keys that were imported) says nothing.
enum MediaDigestCheck {
    static func findings(
        _ rendition: MediaRendition,
        records: [KeyRecord],
        units: [(code: [UInt8], length: UInt64)],
        store: any KeyRecordStore
    ) throws(KeyStoreError) -> [Finding] {
        let digest = MediaDigest.digest(ofCodes: units)
        for record in records {
            let uses = try store.uses(of: record.keyID).filter { $0.rendition == rendition.name }
            if uses.isEmpty || uses.contains(where: { $0.digest == digest }) { continue }
            return [
                Finding(
                    .mediaDigest,
                    "the media of \(rendition.name) are not those that key \(record.keyID.uuidString.lowercased()) "
                        + "was used on",
                    playlist: rendition.path.description
                )
            ]
        }
        return []
    }
}
