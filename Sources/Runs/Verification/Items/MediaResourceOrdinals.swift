/// The number of media resources before each one in the same file, as `MediaLayout` counts them.
struct MediaResourceOrdinals {
    /// The media resources of all playlists, each once, sorted by file and byte range.
    private var units: [CheckedMediaResource.FileRange] = []

    /// Collects the media resources that the playlists name.
    ///
    /// I-frames are left out: they are parts of other media resources.
    init(_ renditions: [CheckedRendition]) {
        for rendition in renditions where !rendition.isIFramesOnly {
            units += rendition.units.lazy.map(\.place)
        }
        units.sort()
        var kept = 0
        for unit in units where kept == 0 || units[kept - 1] != unit {
            units[kept] = unit
            kept += 1
        }
        units.removeLast(units.count - kept)
    }

    /// Returns the given media resources in order, each once, with their ordinals; I-frames have none.
    func uniqueWithOrdinals(_ units: [CheckedMediaResource]) -> [(index: Int, ordinal: Int)] {
        var seen = [Bool](repeating: false, count: self.units.count)
        return units.indices.compactMap { index in
            guard let number = number(of: units[index].place), !seen[number] else { return nil }
            seen[number] = true
            return (index, number - firstNumber(of: self.units[number].file))
        }
    }

    private func number(of unit: CheckedMediaResource.FileRange) -> Int? {
        let number = units.partitioningIndex { !($0 < unit) }
        return number < units.count && units[number] == unit ? number : nil
    }

    private func firstNumber(of file: SixteenBytes) -> Int {
        units.partitioningIndex { !($0.file < file) }
    }
}
