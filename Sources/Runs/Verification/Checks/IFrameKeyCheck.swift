import Ciphers
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
enum IFrameKeyCheck {
    /// An encrypted segment, as a range of its file.
    private struct Holder {
        let range: Range<UInt64>
        /// The index of the rendition in the presentation.
        let rendition: Int
        let segment: Int
    }

    /// The keys and the IV in force over a segment.
    private struct Use {
        /// The ids of the keys that have a record.
        let keyIDs: Set<UUID>
        /// The IV of AES-128, and whether the key line has it as an attribute.
        let vector: (value: InitializationVector, isWritten: Bool)?

        /// Finds the keys in force, or returns nil for a clear segment and for a gap.
        init?(
            of segment: MediaSegment,
            _ playlist: MediaPlaylist,
            _ resolver: inout RecordResolver
        ) throws(PresentationError) {
            let keys = segment.keys.map { playlist.keys[$0].value }
            guard let last = keys.last, !segment.hasGap else { return nil }
            var keyIDs: Set<UUID> = []
            for key in keys where try resolver.canCheck(key) {
                if case .success(let record) = try resolver.record(for: key) { keyIDs.insert(record.keyID) }
            }
            self.keyIDs = keyIDs
            vector = last.method == .aes128 ? IFrameKeyCheck.vector(of: segment, last) : nil
        }
    }

    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PresentationError) -> [Finding] {
        let holders = holders(presentation)
        var findings: [Finding] = []
        for rendition in presentation.renditions where rendition.playlist.isIFramesOnly {
            var reported: Set<Int> = []
            for segment in rendition.playlist.segments {
                guard let line = segment.keys.last.map({ rendition.playlist.keys[$0].line }),
                    let range = segment.byteRange,
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder),
                    let place = holder(of: range.offset, in: holders[file] ?? []),
                    let own = try Use(of: segment, rendition.playlist, &resolver),
                    let holder = try use(of: place, presentation, &resolver),
                    let what = difference(of: own, from: holder), reported.insert(line).inserted
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

    private static func difference(of own: Use, from holder: Use) -> String? {
        // Keys without a record are reported elsewhere.
        let isKnown = !own.keyIDs.isEmpty && !holder.keyIDs.isEmpty
        if isKnown, own.keyIDs.isDisjoint(with: holder.keyIDs) { return "key" }
        guard let vector = own.vector, let known = holder.vector else { return nil }
        // Packagers that write no IV over segments may write none here: a range that begins later needs none.
        return (known.isWritten || vector.isWritten) && vector.value != known.value ? "IV" : nil
    }

    private static func holders(_ presentation: Presentation) -> [TreePath: [Holder]] {
        var holders: [TreePath: [Holder]] = [:]
        guard presentation.renditions.contains(where: \.playlist.isIFramesOnly) else { return holders }
        for (index, rendition) in presentation.renditions.enumerated() where !rendition.playlist.isIFramesOnly
        {
            for segment in rendition.playlist.segments where !segment.keys.isEmpty && !segment.hasGap {
                guard let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder) else {
                    continue
                }
                let range = segment.byteRange.map { $0.offset..<$0.end } ?? 0..<UInt64.max
                holders[file, default: []].append(
                    Holder(range: range, rendition: index, segment: segment.index)
                )
            }
        }
        for file in holders.keys { holders[file]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
        return holders
    }

    /// Returns the IV of a segment: the attribute, or else its media sequence number (RFC 8216bis 5.2).
    private static func vector(
        of segment: MediaSegment,
        _ key: EncryptionKey
    ) -> (value: InitializationVector, isWritten: Bool) {
        let written = key.iv.flatMap { try? InitializationVector(bytes: $0) }
        return (written ?? InitializationVector(mediaSequence: segment.mediaSequence), key.iv != nil)
    }

    private static func holder(of offset: UInt64, in holders: [Holder]) -> Holder? {
        let behind = holders.partitioningIndex { $0.range.lowerBound > offset }
        guard behind > 0, holders[behind - 1].range.contains(offset) else { return nil }
        return holders[behind - 1]
    }

    private static func use(
        of holder: Holder,
        _ presentation: Presentation,
        _ resolver: inout RecordResolver
    ) throws(PresentationError) -> Use? {
        let playlist = presentation.renditions[holder.rendition].playlist
        return try Use(of: playlist.segments[holder.segment], playlist, &resolver)
    }
}
