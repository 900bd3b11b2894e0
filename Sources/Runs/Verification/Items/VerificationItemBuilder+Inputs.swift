import HLSPlaylists
import Presentations

extension VerificationItemBuilder.RenditionContext {
    /// Returns the segment at an index of the playlist, or nil if the index is too large.
    func segment(_ index: Int) -> MediaSegment? {
        rendition.playlist.segments.indices.contains(index) ? rendition.playlist.segments[index] : nil
    }

    /// Returns the file of the tree that a URI of the playlist names, or nil if it names none.
    func file(of uri: String) -> TreePath? {
        try? URIResolution.resolve(uri, in: rendition.path.folder)
    }

    /// Returns the location of a segment and of its tables, or nil if its URI names no file.
    func input(of segment: MediaSegment) -> VerificationItem.Input? {
        guard let file = file(of: segment.uri) else { return nil }
        var input = VerificationItem.Input(location: location(of: file, segment.byteRange))
        if let section = segment.initializationSection {
            input.tables = self.input(ofSection: section)?.location
        }
        if rendition.playlist.isIFramesOnly, let offset = segment.byteRange?.offset {
            let containingRange = containingSegments.segment(holding: offset, of: file)?.range
            input.segmentStart = containingRange?.lowerBound ?? 0
            if segment.initializationSection == nil { input.tables = location(of: file, containingRange) }
        }
        return input
    }

    /// Returns the location of the initialization section at an index of the playlist.
    ///
    /// Returns nil if the index is too large, or if the URI names no file.
    func input(ofSection index: Int) -> VerificationItem.Input? {
        let sections = rendition.playlist.initializationSections
        guard sections.indices.contains(index), let file = file(of: sections[index].uri) else { return nil }
        let range = sections[index].byteRange.map { $0.offset..<$0.end }
        return VerificationItem.Input(location: location(of: file, range))
    }

    private func location(of file: TreePath, _ range: ByteRange?) -> VerificationItem.Location {
        location(of: file, range.map { $0.offset..<$0.end })
    }

    private func location(of file: TreePath, _ range: Range<UInt64>?) -> VerificationItem.Location {
        VerificationItem.Location(
            path: file.path(under: presentation.root),
            name: file.description,
            range: range
        )
    }
}
