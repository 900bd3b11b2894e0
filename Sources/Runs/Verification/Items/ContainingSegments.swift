import HLSPlaylists
import Presentations

/// Finds the segment that holds an I-frame, by the byte ranges in regular playlists.
struct ContainingSegments {
    /// A segment, as a range of its file.
    struct Segment {
        let range: Range<UInt64>
        /// The index of the rendition in the presentation.
        let renditionIndex: Int32
        let segmentIndex: Int32
    }

    private var segments: [TreePath: [Segment]] = [:]

    /// Collects the segments of a presentation.
    ///
    /// - Parameters:
    ///   - presentation: the presentation.
    ///   - rangeOfSegment: returns the range of a segment in its file, or nil to leave it out.
    init(
        _ presentation: Presentation,
        range rangeOfSegment: (MediaSegment) -> Range<UInt64>? = { $0.byteRange.map { $0.offset..<$0.end } }
    ) {
        for (renditionIndex, rendition) in presentation.renditions.enumerated()
        where !rendition.playlist.isIFramesOnly {
            for segment in rendition.playlist.segments {
                guard let range = rangeOfSegment(segment),
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder)
                else { continue }
                segments[file, default: []].append(
                    Segment(
                        range: range,
                        renditionIndex: Int32(renditionIndex),
                        segmentIndex: Int32(segment.index)
                    )
                )
            }
        }
        for file in segments.keys { segments[file]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    /// Returns the segment that holds a byte of a file, or nil if none does.
    func segment(holding offset: UInt64, of file: TreePath) -> Segment? {
        let candidates = segments[file] ?? []
        let nextIndex = candidates.partitioningIndex { $0.range.lowerBound > offset }
        guard nextIndex > 0, candidates[nextIndex - 1].range.contains(offset) else { return nil }
        return candidates[nextIndex - 1]
    }
}
