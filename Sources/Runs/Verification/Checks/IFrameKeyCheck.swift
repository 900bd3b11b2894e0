import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations

/// Compares the keys of I-frames, and for AES-128 their IVs, with those of the segments that hold them.
///
/// Media under a wrong key decrypt to what may look like video. For AES-128, a client needs the IV of the
/// segment only if the range of the I-frame starts in the first block of the media resource (RFC 8216bis
/// 6.3.6). For other ranges the block before the range is the IV, so no decrypted byte reveals a wrong `IV`
/// attribute.
enum IFrameKeyCheck: PresentationCheck {
    /// The keys and the IV in force over a segment.
    private struct KeysInUse {
        /// The ids of the keys that have a record.
        let keyIDs: Set<UUID>
        /// The IV of AES-128, and whether the key line has it as an attribute.
        let iv: (value: InitializationVector, isWritten: Bool)?

        /// Finds the keys in force, or returns nil for a clear segment and for a gap.
        init?(
            of segment: MediaSegment,
            _ playlist: MediaPlaylist,
            _ resolver: RecordResolver
        ) throws(RunFailure) {
            let keys = segment.keys.map { playlist.keys[$0].value }
            guard let last = keys.last, !segment.hasGap else { return nil }
            var keyIDs: Set<UUID> = []
            for key in keys {
                if let record = try resolver.recordIfChecked(key) { keyIDs.insert(record.keyID) }
            }
            self.keyIDs = keyIDs
            iv = last.method == .aes128 ? IFrameKeyCheck.iv(of: segment, last) : nil
        }
    }

    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        let (presentation, resolver) = (verified.presentation, verified.resolver)
        guard presentation.renditions.contains(where: \.playlist.isIFramesOnly) else { return [] }
        let encryptedSegments = encryptedSegments(presentation)
        var findings: [Finding] = []
        for rendition in presentation.renditions where rendition.playlist.isIFramesOnly {
            var reported: Set<Int> = []
            for segment in rendition.playlist.segments {
                guard let line = segment.keys.last.map({ rendition.playlist.keys[$0].line }),
                    let range = segment.byteRange,
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder),
                    let container = encryptedSegments.segment(holding: range.offset, of: file),
                    let iFrameKeys = try KeysInUse(of: segment, rendition.playlist, resolver),
                    let segmentKeys = try keysInUse(of: container, presentation, resolver),
                    let what = difference(of: iFrameKeys, from: segmentKeys), reported.insert(line).inserted
                else { continue }
                findings.append(
                    Finding(
                        .keyLine,
                        "the \(what) for the I-frame on line \(segment.uriLine) is not that of the segment that contains it",
                        playlist: rendition.path.description,
                        line: line,
                        file: file.description
                    )
                )
            }
        }
        return findings
    }

    private static func difference(of iFrame: KeysInUse, from segment: KeysInUse) -> String? {
        // Keys without a record are reported elsewhere.
        let isKnown = !iFrame.keyIDs.isEmpty && !segment.keyIDs.isEmpty
        if isKnown, iFrame.keyIDs.isDisjoint(with: segment.keyIDs) { return "key" }
        guard let iv = iFrame.iv, let segmentIV = segment.iv else { return nil }
        // Packagers that write no IV over segments may write none here: a range that begins later needs none.
        return (segmentIV.isWritten || iv.isWritten) && iv.value != segmentIV.value ? "IV" : nil
    }

    private static func encryptedSegments(_ presentation: Presentation) -> ContainingSegments {
        ContainingSegments(presentation) { segment in
            guard !segment.keys.isEmpty, !segment.hasGap else { return nil }
            return segment.byteRange.map { $0.offset..<$0.end } ?? 0..<UInt64.max
        }
    }

    /// Returns the IV of a segment: the attribute, or else its media sequence number (RFC 8216bis 5.2).
    private static func iv(
        of segment: MediaSegment,
        _ key: EncryptionKey
    ) -> (value: InitializationVector, isWritten: Bool) {
        let ivAttribute = key.iv.flatMap { try? InitializationVector(bytes: $0) }
        return (ivAttribute ?? InitializationVector(mediaSequence: segment.mediaSequence), key.iv != nil)
    }

    private static func keysInUse(
        of segment: ContainingSegments.Segment,
        _ presentation: Presentation,
        _ resolver: RecordResolver
    ) throws(RunFailure) -> KeysInUse? {
        let playlist = presentation.renditions[Int(segment.renditionIndex)].playlist
        return try KeysInUse(of: playlist.segments[Int(segment.segmentIndex)], playlist, resolver)
    }
}
