import TransportStreams

/// The part of an elementary stream that is in work while samples are located: its bytes, where they are in the file, and the
/// time stamps that came with them.
struct ElementaryStreamWindow {
    /// Time stamps of a PES packet.
    struct Stamp {
        /// Where the data of the packet start in the elementary stream.
        let position: UInt64
        /// PTS, 33 bits.
        let presentation: UInt64
        /// DTS, 33 bits; the PTS where there is none.
        let decoding: UInt64
        /// Where the data start in the file.
        let fileOffset: UInt64
    }

    /// Bytes that stand in the file one behind the other, up to the next place.
    private struct Place {
        let position: UInt64
        let fileOffset: UInt64
    }

    /// The bytes.
    private(set) var buffer = ByteBuffer()
    /// Where the first byte is in the elementary stream.
    private(set) var base: UInt64 = 0
    private var places: [Place] = []
    private var stamps: [Stamp] = []
    private var nextStamp = 0

    /// Bytes that are there.
    var count: Int { buffer.count }

    /// Where the bytes end in the elementary stream.
    var end: UInt64 { base + UInt64(buffer.count) }

    /// Adds bytes at the end.
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>, fileOffset: UInt64) {
        guard !range.isEmpty else { return }
        places.append(Place(position: end, fileOffset: fileOffset))
        buffer.append(bytes, range)
    }

    /// Adds time stamps that hold from the next byte on.
    mutating func append(_ stamp: Stamp) { stamps.append(stamp) }

    /// Where a byte is in the file.
    ///
    /// - Parameter position: from the start of the window.
    /// - Returns: the offset.
    func fileOffset(_ position: Int) -> UInt64 {
        let wanted = base + UInt64(position)
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].position <= wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        return places[low - 1].fileOffset + (wanted - places[low - 1].position)
    }

    /// Takes the time stamps of what begins at a place: those of the last PES packet that starts at or before it, of those that
    /// were not taken yet (ISO/IEC 13818-1, 2.4.3.7).
    ///
    /// - Parameter position: from the start of the window.
    /// - Returns: them; nil where there are none.
    mutating func takeStamp(at position: Int) -> Stamp? {
        var found: Stamp?
        while nextStamp < stamps.count, stamps[nextStamp].position <= base + UInt64(position) {
            found = stamps[nextStamp]
            nextStamp += 1
        }
        return found
    }

    /// Forgets bytes from the front.
    mutating func removeFirst(_ count: Int) {
        buffer.removeFirst(count)
        base += UInt64(count)
        let used = (places.firstIndex { $0.position > base } ?? places.count) - 1
        if used > 0 { places.removeSubrange(..<used) }
        if nextStamp > 0 {
            stamps.removeSubrange(..<nextStamp)
            nextStamp = 0
        }
    }
}
