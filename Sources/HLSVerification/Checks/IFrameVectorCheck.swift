import Ciphers
import HLSPackaging
import HLSPlaylists

/// Compares the vectors of I-frames of AES-128 with those of the segments that hold them.
///
/// A client needs that of the segment where an I-frame begins with its resource (RFC 8216bis 6.3.6); elsewhere the block in front
/// of the range is the vector, so that a wrong attribute shows in no decrypted byte.
enum IFrameVectorCheck {
    /// A key over a range of a file.
    private struct Use {
        let range: Range<UInt64>
        let isWritten: Bool
        let vector: InitializationVector
    }

    static func findings(_ presentation: Presentation) -> [Finding] {
        let holders = holders(presentation)
        var findings: [Finding] = []
        for rendition in presentation.renditions where rendition.playlist.isIFramesOnly {
            var reported: Set<Int> = []
            for segment in rendition.playlist.segments {
                guard let key = key(over: segment, rendition), let range = segment.byteRange,
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder),
                    let holder = holder(of: range.offset, in: holders[file] ?? [])
                else { continue }
                // Packagers that write none over segments may write none here: a range that begins later needs none.
                guard holder.isWritten || key.value.iv != nil,
                    vector(of: segment, key.value) != holder.vector,
                    reported.insert(key.line).inserted
                else { continue }
                let message =
                    "the IV over the I-frame of line \(segment.uriLine) is not that of the segment that holds it"
                findings.append(
                    Finding(
                        .keyLine,
                        message,
                        playlist: rendition.path.description,
                        line: key.line,
                        file: file.description
                    )
                )
            }
        }
        return findings
    }

    private static func holders(_ presentation: Presentation) -> [TreePath: [Use]] {
        var holders: [TreePath: [Use]] = [:]
        guard presentation.renditions.contains(where: \.playlist.isIFramesOnly) else { return holders }
        for rendition in presentation.renditions where !rendition.playlist.isIFramesOnly {
            for segment in rendition.playlist.segments {
                guard let key = key(over: segment, rendition),
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder)
                else { continue }
                let range = segment.byteRange.map { $0.offset..<$0.end } ?? 0..<UInt64.max
                holders[file, default: []].append(
                    Use(range: range, isWritten: key.value.iv != nil, vector: vector(of: segment, key.value))
                )
            }
        }
        for file in holders.keys { holders[file]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
        return holders
    }

    /// The vector of a segment: that of its key line, else its media sequence number (RFC 8216bis 5.2).
    private static func vector(of segment: MediaSegment, _ key: EncryptionKey) -> InitializationVector {
        let written = key.iv.flatMap { try? InitializationVector(bytes: $0) }
        return written ?? InitializationVector(mediaSequence: segment.mediaSequence)
    }

    private static func holder(of offset: UInt64, in uses: [Use]) -> Use? {
        let behind = uses.partitioningIndex { $0.range.lowerBound > offset }
        guard behind > 0, uses[behind - 1].range.contains(offset) else { return nil }
        return uses[behind - 1]
    }

    private static func key(
        over segment: MediaSegment,
        _ rendition: MediaRendition
    ) -> Located<EncryptionKey>? {
        let key = segment.keys.last.map { rendition.playlist.keys[$0] }
        return key.flatMap { $0.method == .aes128 && !segment.hasGap ? $0 : nil }
    }
}

extension Array {
    /// The first index whose element is beyond a border; those in front are not, and all behind are.
    fileprivate func partitioningIndex(_ isBeyond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
