/// The number of media resources before each one in the same file, as `MediaLayout` counts them.
struct MediaResourceOrdinals {
    /// The file ranges of the media resources of all playlists, each once, in order.
    private var fileRanges: [CheckedMediaResource.FileRange] = []

    /// Collects the media resources that the playlists name.
    ///
    /// I-frames are left out: they are parts of other media resources.
    init(_ renditions: [CheckedRendition]) {
        for rendition in renditions where !rendition.isIFramesOnly {
            fileRanges += rendition.resources.lazy.map(\.fileRange)
        }
        fileRanges.sort()
        var uniqueCount = 0
        for fileRange in fileRanges where uniqueCount == 0 || fileRanges[uniqueCount - 1] != fileRange {
            fileRanges[uniqueCount] = fileRange
            uniqueCount += 1
        }
        fileRanges.removeLast(fileRanges.count - uniqueCount)
    }

    /// Returns the given media resources in order, each once, with their ordinals; I-frames have none.
    func uniqueWithOrdinals(_ resources: [CheckedMediaResource]) -> [(index: Int, ordinal: Int)] {
        var seen = [Bool](repeating: false, count: self.fileRanges.count)
        return resources.indices.compactMap { index in
            guard let number = number(of: resources[index].fileRange), !seen[number] else { return nil }
            seen[number] = true
            return (index, number - firstNumber(of: self.fileRanges[number].file))
        }
    }

    private func number(of fileRange: CheckedMediaResource.FileRange) -> Int? {
        let number = fileRanges.partitioningIndex { !($0 < fileRange) }
        return number < fileRanges.count && fileRanges[number] == fileRange ? number : nil
    }

    private func firstNumber(of file: SixteenBytes) -> Int {
        fileRanges.partitioningIndex { !($0.file < file) }
    }
}
