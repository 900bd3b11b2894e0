/// How many other units of its file stand before each unit, as `MediaLayout` counts them.
struct UnitOrdinals {
    /// Every unit once: file by file, in the order of their bytes.
    private var units: [CheckedUnit.Place] = []

    /// Counts what the playlists name.
    ///
    /// I-frames are inside the units of others.
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

    /// The units in the order in which they come, each once, with the ordinals of all but I-frames.
    func unique(_ units: [CheckedUnit]) -> [(index: Int, ordinal: Int)] {
        var seen = [Bool](repeating: false, count: self.units.count)
        return units.indices.compactMap { index in
            guard let number = number(of: units[index].place), !seen[number] else { return nil }
            seen[number] = true
            return (index, number - firstNumber(of: self.units[number].file))
        }
    }

    private func number(of unit: CheckedUnit.Place) -> Int? {
        let number = units.partitioningIndex { !($0 < unit) }
        return number < units.count && units[number] == unit ? number : nil
    }

    private func firstNumber(of file: SixteenBytes) -> Int {
        units.partitioningIndex { !($0.file < file) }
    }
}
