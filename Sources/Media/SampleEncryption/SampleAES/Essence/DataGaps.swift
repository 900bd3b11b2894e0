import TransportStreams

/// Bytes of the data of a stream that mean nothing, because NAL units got shorter when they were decrypted.
struct DataGaps: Sendable {
    /// In order, none overlaps another.
    private var gaps: [Range<Int>] = []

    /// Adds a gap behind the others.
    mutating func add(_ gap: Range<Int>) {
        gaps.append(gap)
    }

    /// Distributes a decrypted unit to the PES packets that it runs over: what was taken out is missing where it was.
    ///
    /// - Parameters:
    ///   - range: where the unit was; its clear bytes stand at the start.
    ///   - removed: where the bytes were that were taken out.
    ///   - ends: where PES packets end, ascending, from the first one on with a part of the unit.
    ///   - bytes: the data.
    mutating func split(
        _ range: Range<Int>,
        removed: ArraySlice<Int>,
        at ends: [Int],
        in bytes: inout [UInt8]
    ) {
        let clear = Array(bytes[range.prefix(range.count - removed.count)])
        var source = 0
        var start = range.lowerBound
        for end in ends where start < range.upperBound {
            let part = start..<min(end, range.upperBound)
            guard !part.isEmpty else { continue }
            let size = part.count - removed.count { part.contains($0) }
            bytes.overwrite(at: start, with: clear, source..<source + size)
            if size < part.count { gaps.append(start + size..<part.upperBound) }
            source += size
            start = part.upperBound
        }
    }

    /// Appends the bytes of a range that mean something.
    func copy(_ bytes: [UInt8], _ range: Range<Int>, to content: inout ByteBuffer) {
        var position = range.lowerBound
        for gap in gaps where gap.lowerBound < range.upperBound && gap.upperBound > range.lowerBound {
            content.append(bytes, position..<max(position, gap.lowerBound))
            position = gap.upperBound
        }
        content.append(bytes, position..<max(position, range.upperBound))
    }

    /// Forgets the gaps before a position, and counts the others from there on.
    mutating func forget(before position: Int) {
        guard !gaps.isEmpty else { return }
        gaps = gaps.filter { $0.upperBound > position }.map {
            $0.lowerBound - position..<$0.upperBound - position
        }
    }
}
