/// A scanner for the NAL units of a byte stream that comes in pieces (ITU-T H.264 annex B, H.265 annex B).
///
/// It returns only the first bytes of each unit, up to a limit, so memory does not depend on the size of
/// pictures.
package struct NALUnitScanner: Sendable {
    /// The start of a NAL unit.
    package struct Unit: Hashable, Sendable {
        /// The first bytes, header included.
        ///
        /// If `isComplete` is false, zero bytes after the end of the unit may follow.
        package let bytes: ArraySlice<UInt8>
        /// The offset of the first byte in the stream.
        package let offset: UInt64
        /// Indicates whether `bytes` are the whole unit.
        package let isComplete: Bool
    }

    private let limit: Int
    /// Returns the number of bytes that the caller wants of a unit, given its first bytes.
    private let wantedSize: @Sendable (ArraySlice<UInt8>) -> Int
    private var zeroCount = 0
    private var bytes: [UInt8]?
    private var unitOffset: UInt64 = 0

    /// Creates a scanner before the first start code.
    ///
    /// - Parameters:
    ///   - limit: the largest number of bytes returned of a unit.
    ///   - wantedSize: returns the number of bytes wanted of a unit, given its first bytes, at least two. The
    ///     unit is returned as soon as that many have been read.
    package init(limit: Int, wantedSize: @escaping @Sendable (ArraySlice<UInt8>) -> Int) {
        self.limit = limit
        self.wantedSize = wantedSize
    }

    /// Scans the next bytes, up to the end of the wanted part of the next unit.
    ///
    /// - Parameters:
    ///   - data: a piece of the stream.
    ///   - position: the number of bytes of `data` that have been scanned; advanced.
    ///   - offset: the offset of `data` in the stream.
    /// - Returns: a unit, or nil at the end of `data`.
    package mutating func next(
        in data: Span<UInt8>,
        at position: inout Int,
        offset: UInt64
    ) -> Unit? {
        while position < data.count {
            let byte = data[position]
            position += 1
            if zeroCount >= 2, byte == 1 {
                zeroCount = 0
                let endedUnit = close(isComplete: true)
                bytes = []
                unitOffset = offset + UInt64(position)
                if let endedUnit { return endedUnit }
                continue
            }
            zeroCount = byte == 0 ? zeroCount + 1 : 0
            guard bytes != nil else { continue }
            bytes?.append(byte)
            if let unit = fullUnit() { return unit }
        }
        return nil
    }

    /// Discards the current unit, because bytes are missing before the next piece.
    package mutating func discard() {
        bytes = nil
        zeroCount = 0
    }

    /// Returns the last unit at the end of the stream, or nil if it was returned already.
    package mutating func finish() -> Unit? { close(isComplete: true) }

    private mutating func fullUnit() -> Unit? {
        guard let bytes, bytes.count >= 2, bytes.count >= min(limit, wantedSize(bytes[...])) else {
            return nil
        }
        return close(isComplete: false)
    }

    private mutating func close(isComplete: Bool) -> Unit? {
        guard let bytes, !bytes.isEmpty else { return nil }
        self.bytes = nil
        // The zero bytes of the next start code do not belong to the unit.
        let end = isComplete ? bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0 : bytes.count
        return Unit(bytes: bytes[..<end], offset: unitOffset, isComplete: isComplete)
    }
}
