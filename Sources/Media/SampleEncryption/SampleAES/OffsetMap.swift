/// A map from offsets in a clear segment to offsets in its protected form.
///
/// Offsets change because packets of 192 and 204 bytes become packets of 188, packets or ID3 frames are
/// added, and a `moof` changes its size.
package struct OffsetMap: Hashable, Sendable {
    /// Bytes that were inserted or removed.
    package struct Insertion: Hashable, Sendable {
        /// The offset in the clear segment of the byte before which the change is.
        package let clearOffset: UInt64
        /// The number of bytes that were inserted.
        package let count: UInt64
        /// The number of bytes that were removed, directly before `clearOffset`.
        package let removed: UInt64

        /// Creates an insertion or a removal.
        package init(clearOffset: UInt64, count: UInt64, removed: UInt64 = 0) {
            self.clearOffset = clearOffset
            self.count = count
            self.removed = removed
        }
    }

    /// The distance between packets in the clear segment, in bytes; 1 if packets lose nothing.
    let clearStride: UInt64
    /// The number of bytes of each `clearStride` that remain; 1 if packets lose nothing.
    let outputStride: UInt64
    /// The insertions and removals, ascending by offset.
    package let insertions: [Insertion]

    /// Creates a map.
    package init(clearStride: UInt64 = 1, outputStride: UInt64 = 1, insertions: [Insertion] = []) {
        self.clearStride = clearStride
        self.outputStride = outputStride
        self.insertions = insertions
    }

    /// The map that changes no offset.
    package static let identity = OffsetMap()

    /// Returns the offset in the protected segment of a boundary between packets or frames, or nil for an
    /// offset within a packet that loses bytes.
    ///
    /// Bytes that were inserted at a boundary belong to what is before it.
    package func outputOffset(of clearOffset: UInt64) -> UInt64? {
        guard clearOffset.isMultiple(of: clearStride) else { return nil }
        var output = clearOffset / clearStride * outputStride
        for insertion in insertions {
            guard insertion.clearOffset <= clearOffset else { break }
            output += insertion.count
            output -= insertion.removed
        }
        return output
    }
}

extension OffsetMap.Insertion {
    /// Returns the insertion or removal after a box that changes its size, or nothing if the size stays.
    package static func change(of box: Range<UInt64>, to size: Int) -> [OffsetMap.Insertion] {
        let (old, new) = (box.upperBound - box.lowerBound, UInt64(size))
        if new > old { return [.init(clearOffset: box.upperBound, count: new - old)] }
        if new < old { return [.init(clearOffset: box.upperBound, count: 0, removed: old - new)] }
        return []
    }
}
