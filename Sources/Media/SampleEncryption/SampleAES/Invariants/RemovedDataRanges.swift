import TransportStreams

/// The gaps in the decrypted data of a stream: NAL units lose emulation prevention bytes, and the space after
/// them in the buffer is unused.
struct RemovedDataRanges: Sendable {
    /// Positions in the data, ascending, without overlaps.
    private var gaps: [Range<Int>] = []

    /// Adds a gap after the others.
    mutating func add(_ gap: Range<Int>) {
        gaps.append(gap)
    }

    /// Spreads a decrypted unit over the PES packets that it spans, so that each loses the bytes that were
    /// removed in it.
    ///
    /// - Parameters:
    ///   - range: the range of the unit before decryption; its clear bytes are at the start of it.
    ///   - removed: the positions of the bytes that were removed.
    ///   - ends: the ends of the PES packets in the data, ascending; the first is that of the packet in
    ///     which the unit starts.
    ///   - bytes: the data.
    mutating func split(
        _ range: Range<Int>,
        removed: ArraySlice<Int>,
        at ends: [Int],
        in bytes: inout [UInt8]
    ) {
        let clearBytes = Array(bytes[range.prefix(range.count - removed.count)])
        var source = 0
        var start = range.lowerBound
        for end in ends where start < range.upperBound {
            let part = start..<min(end, range.upperBound)
            guard !part.isEmpty else { continue }
            let size = part.count - removed.count { part.contains($0) }
            bytes.overwrite(at: start, with: clearBytes, source..<source + size)
            if size < part.count { gaps.append(start + size..<part.upperBound) }
            source += size
            start = part.upperBound
        }
    }

    /// Appends the bytes of a range to `content`, without the gaps.
    func copy(_ bytes: [UInt8], _ range: Range<Int>, to content: inout ByteQueue) {
        var position = range.lowerBound
        for gap in gaps where gap.lowerBound < range.upperBound && gap.upperBound > range.lowerBound {
            content.append(bytes, position..<max(position, gap.lowerBound))
            position = gap.upperBound
        }
        content.append(bytes, position..<max(position, range.upperBound))
    }

    /// Removes the gaps before a position, and makes the others relative to it.
    mutating func forget(before position: Int) {
        guard !gaps.isEmpty else { return }
        gaps = gaps.filter { $0.upperBound > position }.map {
            $0.lowerBound - position..<$0.upperBound - position
        }
    }
}
