import FoundationEssentials
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Compares the clear media of a rendition with those that the key store knows for its keys under the method of
/// protection: SAMPLE-AES has the essence of the media in its digest, AES-128 their bytes.
///
/// It notices every change of the media, also where AES-128 leaves a well-formed stream. Of keys whose uses the store
/// does not know (keys that were imported), and of playlists that are known to be parts, there is a warning, unless the media
/// were compared with a source.
struct MediaDigestCheck {
    let presentation: Presentation
    let parts: PublishedParts
    let store: any KeyRecordLookup

    /// What the key store says of the media of a rendition.
    struct Result {
        /// Whether they are those that its keys were used on.
        var isKnown = false
        /// Their digest; nil where they are protected by several methods or by none.
        var digest: [UInt8]?
        /// What is against them.
        var findings: [Finding] = []
    }

    /// Asks the key store for the media of a rendition.
    ///
    /// - Parameters:
    ///   - rendition: the rendition.
    ///   - records: its keys.
    ///   - method: how its media are encrypted; nil for several methods.
    ///   - media: its media.
    ///   - isSource: whether they were compared with a source and are it.
    /// - Returns: what it says of them.
    /// - Throws: `PresentationError` of the store.
    func result(
        for rendition: MediaRendition,
        records: [KeyRecord],
        method: ProtectionMethod?,
        media: some Sequence<MediaDigest.Unit>,
        isSource: Bool
    ) throws(PresentationError) -> Result {
        let warning = { (message: String) in
            Finding(.mediaDigest, message, playlist: rendition.path.description, severity: .warning)
        }
        guard let method else {
            guard !records.isEmpty, !isSource else { return Result() }
            let message =
                "segments of \(rendition.name) are protected by several methods: the key store does not know them "
                + "together; give --source"
            return Result(findings: [warning(message)])
        }
        let digest = MediaDigest.digest(of: media)
        var isKnown = !records.isEmpty
        for record in records {
            let uses = try storeCalls { () throws(KeyStoreError) in
                try RecordedUses(of: record, on: rendition, in: presentation, by: [method], store)
            }
            if uses.possible.contains(where: { $0.digest == digest }) { continue }
            isKnown = false
            let key = record.keyID.uuidString.lowercased()
            let message: String
            if uses.possible.isEmpty {
                if !isSource, let other = try keyOfMedia(of: rendition, beside: record, method) {
                    let message =
                        "the media of \(rendition.name) were protected under key \(other.uuidString.lowercased()), as the key store "
                        + "knows, and not under key \(key)"
                    return Result(findings: [
                        Finding(.mediaDigest, message, playlist: rendition.path.description)
                    ])
                }
                message =
                    "the key store does not know on which media of \(rendition.name) key \(key) was used: "
                    + "only their form was checked; give --source"
            } else if try parts.isPart(rendition) {
                message =
                    "the playlist of \(rendition.name) has a part of the segments that the key store knows as a whole: "
                    + "only their form was checked; give --source"
            } else {
                let message = "the media of \(rendition.name) are not those that key \(key) was used on"
                return Result(findings: [
                    Finding(.mediaDigest, message, playlist: rendition.path.description)
                ])
            }
            if !isSource { return Result(digest: digest, findings: [warning(message)]) }
        }
        return Result(isKnown: isKnown, digest: digest)
    }

    /// The key of the same title and generation that was used on a rendition, where the key of its lines was used on others alone.
    private func keyOfMedia(
        of rendition: MediaRendition,
        beside record: KeyRecord,
        _ method: ProtectionMethod
    ) throws(PresentationError) -> UUID? {
        try storeCalls { () throws(KeyStoreError) in
            guard try store.uses(of: record.keyID).contains(where: { $0.method == method.rawValue }) else {
                return nil
            }
            for other in try store.records(of: record.identity.contentID)
            where other.keyID != record.keyID && other.identity.generation == record.identity.generation {
                let uses = try RecordedUses(of: other, on: rendition, in: presentation, by: [method], store)
                if !uses.own.isEmpty { return other.keyID }
            }
            return nil
        }
    }
}
