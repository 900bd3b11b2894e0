import Failures
import FoundationEssentials
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Compares the digest of a rendition's clear media with those that the key store has for its keys.
///
/// For SAMPLE-AES the digest covers the invariant of the media, for AES-128 their bytes. It reveals every
/// change of the media, even if AES-128 leaves a well-formed stream. If the store does not know the uses of a
/// key (imported keys), or if a playlist is known to be a part, this is a warning, unless the media were
/// compared with a source.
struct MediaDigestCheck {
    let presentation: Presentation
    let parts: PublishedParts
    let store: any KeyRecordLookup

    /// The result for one rendition.
    struct Result {
        /// Indicates whether the media are those that the keys of the rendition were used on.
        var isKnown = false
        /// The digest of the media, or nil if they have several methods of protection or none.
        var digest: [UInt8]?
        /// The errors and warnings about the media.
        var findings: [Finding] = []
    }

    /// Looks up the media of a rendition in the key store.
    ///
    /// - Parameters:
    ///   - rendition: the rendition.
    ///   - records: the records of its keys.
    ///   - method: the method of protection of its media, or nil for several methods or none.
    ///   - media: its media resources in the order of the playlist.
    ///   - matchesSource: true if the media were compared with a source and are equal.
    /// - Returns: whether the store knows the media, with findings if it does not.
    /// - Throws: `RunFailure` if the store cannot be read.
    func result(
        for rendition: MediaRendition,
        records: [KeyRecord],
        method: ProtectionMethod?,
        media: some Sequence<MediaDigest.Entry>,
        matchesSource: Bool
    ) throws(RunFailure) -> Result {
        let warning = { (message: String) in
            Finding(.mediaDigest, message, playlist: rendition.path.description, severity: .warning)
        }
        guard let method else {
            guard !records.isEmpty, !matchesSource else { return Result() }
            let message =
                "segments of \(rendition.name) are protected by several methods, so their digest cannot be compared with "
                + "the key store; give \(CommandOption.source)"
            return Result(findings: [warning(message)])
        }
        let digest = MediaDigest.digest(of: media)
        var isKnown = !records.isEmpty
        for record in records {
            let uses = try RecordedUses(of: record, on: rendition, in: presentation, by: [method], store)
            if uses.possible.contains(where: { $0.digest == digest }) { continue }
            isKnown = false
            let keyID = record.keyID.uuidString.lowercased()
            let message: String
            if uses.possible.isEmpty {
                if !matchesSource, let otherKeyID = try otherKey(usedOn: rendition, insteadOf: record, method)
                {
                    let message =
                        "according to the key store, the media of \(rendition.name) were protected with key "
                        + "\(otherKeyID.uuidString.lowercased()), and not with key \(keyID)"
                    return Result(findings: [
                        Finding(.mediaDigest, message, playlist: rendition.path.description)
                    ])
                }
                message =
                    "the key store does not record on which media of \(rendition.name) key \(keyID) was used: "
                    + "only the syntax of the media was checked; give \(CommandOption.source)"
            } else if try parts.isPart(rendition) {
                message =
                    "the playlist of \(rendition.name) has only some of the segments that the digest in the key store covers: "
                    + "only the syntax of the media was checked; give \(CommandOption.source)"
            } else {
                let message = "the media of \(rendition.name) are not those that key \(keyID) was used on"
                return Result(findings: [
                    Finding(.mediaDigest, message, playlist: rendition.path.description)
                ])
            }
            if !matchesSource { return Result(digest: digest, findings: [warning(message)]) }
        }
        return Result(isKnown: isKnown, digest: digest)
    }

    /// Returns another key of the same title and generation that was used on a rendition.
    ///
    /// Returns nil if there is none, or if the store knows no use of the key of `record`.
    private func otherKey(
        usedOn rendition: MediaRendition,
        insteadOf record: KeyRecord,
        _ method: ProtectionMethod
    ) throws(RunFailure) -> UUID? {
        guard try store.uses(of: record.keyID).contains(where: { $0.method == method.rawValue }) else {
            return nil
        }
        for otherRecord in try store.records(of: record.identity.contentID)
        where otherRecord.keyID != record.keyID
            && otherRecord.identity.generation == record.identity.generation
        {
            let uses = try RecordedUses(
                of: otherRecord,
                on: rendition,
                in: presentation,
                by: [method],
                store
            )
            if !uses.ofRendition.isEmpty { return otherRecord.keyID }
        }
        return nil
    }
}
