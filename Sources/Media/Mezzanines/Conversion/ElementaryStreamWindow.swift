import TransportStreams

/// The part of an elementary stream that is being searched for samples: its bytes, their offsets in the file,
/// and their time stamps.
struct ElementaryStreamWindow {
    /// The time stamps of a PES packet.
    struct Stamp {
        /// The position of the first data byte of the packet in the elementary stream.
        let position: UInt64
        /// PTS, 33 bits.
        let presentation: UInt64
        /// DTS, 33 bits, or the PTS if there is no DTS.
        let decoding: UInt64
        /// The offset of the first data byte in the file.
        let fileOffset: UInt64
    }

    /// The start of bytes that are adjacent in the file, up to the next start.
    private struct FileRun {
        let position: UInt64
        let fileOffset: UInt64
    }

    /// The bytes of the window.
    private(set) var buffer = ByteQueue()
    /// The position of the first byte in the elementary stream.
    private(set) var start: UInt64 = 0
    private var fileRuns: [FileRun] = []
    private var stamps: [Stamp] = []
    private var nextStamp = 0

    /// The number of bytes in the window.
    var count: Int { buffer.count }

    /// The position of the end of the window in the elementary stream.
    var end: UInt64 { start + UInt64(buffer.count) }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>, fileOffset: UInt64) {
        guard !range.isEmpty else { return }
        fileRuns.append(FileRun(position: end, fileOffset: fileOffset))
        buffer.append(bytes, range)
    }

    /// Appends time stamps that apply from the next byte on.
    mutating func append(_ stamp: Stamp) { stamps.append(stamp) }

    /// Returns the offset of a byte in the file.
    ///
    /// - Parameter position: the position of the byte in the window.
    /// - Returns: the offset in the file.
    func fileOffset(_ position: Int) -> UInt64 {
        let streamPosition = start + UInt64(position)
        var (low, high) = (0, fileRuns.count)
        while low < high {
            let middle = (low + high) / 2
            if fileRuns[middle].position <= streamPosition { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        return fileRuns[low - 1].fileOffset + (streamPosition - fileRuns[low - 1].position)
    }

    /// Returns and removes the time stamps of the frame or access unit that begins at a position.
    ///
    /// They are those of the last PES packet that starts at or before it (ISO/IEC 13818-1, 2.4.3.7), unless
    /// they were returned before.
    ///
    /// - Parameter position: the position in the window.
    /// - Returns: the time stamps, or nil if there are none.
    mutating func removeTimestamps(at position: Int) -> Stamp? {
        var found: Stamp?
        while nextStamp < stamps.count, stamps[nextStamp].position <= start + UInt64(position) {
            found = stamps[nextStamp]
            nextStamp += 1
        }
        return found
    }

    /// Removes bytes at the start, and time stamps that were returned.
    mutating func removeFirst(_ count: Int) {
        buffer.removeFirst(count)
        start += UInt64(count)
        let obsoleteRunCount = (fileRuns.firstIndex { $0.position > start } ?? fileRuns.count) - 1
        if obsoleteRunCount > 0 { fileRuns.removeSubrange(..<obsoleteRunCount) }
        if nextStamp > 0 {
            stamps.removeSubrange(..<nextStamp)
            nextStamp = 0
        }
    }
}
