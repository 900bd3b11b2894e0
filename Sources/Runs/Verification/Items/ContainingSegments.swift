import HLSPlaylists
import Presentations

/// Finds the segment that holds an I-frame, by the byte ranges in regular playlists.
struct ContainingSegments {
    private var ranges: [TreePath: [Range<UInt64>]] = [:]

    init(_ presentation: Presentation) {
        for rendition in presentation.renditions where !rendition.playlist.isIFramesOnly {
            for segment in rendition.playlist.segments {
                guard let range = segment.byteRange,
                    let file = try? URIResolution.resolve(segment.uri, in: rendition.path.folder)
                else { continue }
                ranges[file, default: []].append(range.offset..<range.end)
            }
        }
        for file in ranges.keys { ranges[file]?.sort { $0.lowerBound < $1.lowerBound } }
    }

    /// Returns the range of the segment that holds a byte, or nil if the segment is the whole file.
    func range(holding offset: UInt64, of file: TreePath) -> Range<UInt64>? {
        var candidates = (ranges[file] ?? [])[...]
        // The last one that does not start after the byte.
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            candidates =
                candidates[middle].lowerBound > offset ? candidates[..<middle] : candidates[middle...]
        }
        return candidates.first { $0.contains(offset) }
    }
}
