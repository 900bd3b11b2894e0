/// A map from offsets in a clear segment to offsets in its protected form.
///
/// Offsets change because packets of 192 and 204 bytes become packets of 188, packets or ID3 frames (`PRIV`)
/// are added, a `moof` changes its size, and parameter sets are removed from an `mdat`.
package struct OffsetMap: Hashable, Sendable {
    /// A place at which bytes are inserted or removed.
    package struct SizeChange: Hashable, Sendable {
        /// The offset in the clear segment; the change is directly before the byte there.
        package let clearOffset: UInt64
        /// The number of inserted bytes.
        package let insertedCount: UInt64
        /// The number of removed bytes, the last ones before `clearOffset`.
        package let removedCount: UInt64

        /// Creates a change.
        package init(clearOffset: UInt64, insertedCount: UInt64, removedCount: UInt64 = 0) {
            self.clearOffset = clearOffset
            self.insertedCount = insertedCount
            self.removedCount = removedCount
        }
    }

    /// The size of a packet in the clear segment, in bytes; 1 if packets lose nothing.
    let clearStride: UInt64
    /// The number of bytes of it that remain; 1 if packets lose nothing.
    let outputStride: UInt64
    /// The changes, ascending by offset.
    package let sizeChanges: [SizeChange]

    /// Creates a map.
    package init(clearStride: UInt64 = 1, outputStride: UInt64 = 1, sizeChanges: [SizeChange] = []) {
        self.clearStride = clearStride
        self.outputStride = outputStride
        self.sizeChanges = sizeChanges
    }

    /// The map that changes no offset.
    package static let identity = OffsetMap()

    /// Returns the offset of a boundary in the protected segment: where what follows the boundary begins,
    /// after the bytes that are inserted there.
    ///
    /// - Parameter clearOffset: the offset in the clear segment of a boundary between packets, frames or
    ///   boxes; for other offsets the result has no meaning.
    /// - Returns: the offset, or nil within a packet that loses bytes.
    package func outputOffset(of clearOffset: UInt64) -> UInt64? {
        guard clearOffset.isMultiple(of: clearStride) else { return nil }
        var output = clearOffset / clearStride * outputStride
        for change in sizeChanges {
            guard change.clearOffset <= clearOffset else { break }
            output += change.insertedCount
            output -= change.removedCount
        }
        return output
    }
}

extension OffsetMap.SizeChange {
    /// Returns the change at the end of a box that gets another size, or nothing if the size stays.
    package static func changes(of box: Range<UInt64>, to size: Int) -> [OffsetMap.SizeChange] {
        let (old, new) = (box.upperBound - box.lowerBound, UInt64(size))
        if new > old { return [.init(clearOffset: box.upperBound, insertedCount: new - old)] }
        if new < old {
            return [.init(clearOffset: box.upperBound, insertedCount: 0, removedCount: old - new)]
        }
        return []
    }
}
