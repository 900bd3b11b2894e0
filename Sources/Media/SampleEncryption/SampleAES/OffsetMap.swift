/// Where the bytes of a clear segment are in the protected one.
///
/// Packets of 192 and 204 bytes become packets of 188; packets, or a part of a tag, are added where sizes grow; a `moof`
/// gets another size.
package struct OffsetMap: Hashable, Sendable {
    /// Bytes that were added or taken away.
    package struct Insertion: Hashable, Sendable {
        /// Where, in the clear segment: before the byte at this offset.
        package let clearOffset: UInt64
        /// How many.
        package let count: UInt64
        /// Bytes that were taken away before it.
        package let removed: UInt64

        /// An insertion from its parts.
        package init(clearOffset: UInt64, count: UInt64, removed: UInt64 = 0) {
            self.clearOffset = clearOffset
            self.count = count
            self.removed = removed
        }
    }

    /// Bytes of the clear segment from one packet to the next, and those of them that stay; both 1 where nothing goes.
    package let clearStride: UInt64
    /// See `clearStride`.
    package let outputStride: UInt64
    /// In the order of their offsets.
    package let insertions: [Insertion]

    /// A map from its parts.
    package init(clearStride: UInt64 = 1, outputStride: UInt64 = 1, insertions: [Insertion] = []) {
        self.clearStride = clearStride
        self.outputStride = outputStride
        self.insertions = insertions
    }

    /// Nothing moves.
    package static let identity = OffsetMap()

    /// The place of a border between packets or frames in the protected segment; nil for an offset inside of a packet
    /// that loses bytes.
    ///
    /// What was added at a border belongs to what is before it.
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
    /// What moves the bytes behind a box that gets another size; nothing for the same size.
    package static func change(of box: Range<UInt64>, to size: Int) -> [OffsetMap.Insertion] {
        let (old, new) = (box.upperBound - box.lowerBound, UInt64(size))
        if new > old { return [.init(clearOffset: box.upperBound, count: new - old)] }
        if new < old { return [.init(clearOffset: box.upperBound, count: 0, removed: old - new)] }
        return []
    }
}
