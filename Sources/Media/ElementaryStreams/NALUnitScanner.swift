/// Finds the NAL units of a byte stream that comes in pieces (ITU-T H.264 annex B, H.265 annex B).
///
/// Each unit is given out with its first bytes, up to a limit, so that a picture of any size costs no memory.
package struct NALUnitScanner: Sendable {
    /// The start of a NAL unit.
    package struct Unit: Hashable, Sendable {
        /// The first bytes, header included; trailing zero bytes may follow the unit's own.
        package let bytes: ArraySlice<UInt8>
        /// Where they stand in the stream.
        package let offset: UInt64
        /// Whether these are all.
        package let isWhole: Bool
    }

    private let limit: Int
    /// What a unit of which the given bytes are the first needs to be of use.
    private let wantedSize: @Sendable (ArraySlice<UInt8>) -> Int
    private var zeros = 0
    private var bytes: [UInt8]?
    private var unitOffset: UInt64 = 0

    /// - Parameters:
    ///   - limit: bytes of a unit that are given out at most.
    ///   - wantedSize: how many bytes of a unit are wanted, by its first two; those that want fewer come at once.
    package init(limit: Int, wantedSize: @escaping @Sendable (ArraySlice<UInt8>) -> Int) {
        self.limit = limit
        self.wantedSize = wantedSize
    }

    /// Takes the next bytes, up to the end of the next unit's wanted part.
    ///
    /// - Parameters:
    ///   - data: a piece of the stream.
    ///   - position: how far it was taken already; moved on.
    ///   - offset: where the piece stands in the stream.
    /// - Returns: a unit; nil when the piece is used up.
    package mutating func next(
        in data: Span<UInt8>,
        at position: inout Int,
        offset: UInt64
    ) -> Unit? {
        while position < data.count {
            let byte = data[position]
            position += 1
            if zeros >= 2, byte == 1 {
                zeros = 0
                let ended = close(isWhole: true)
                bytes = []
                unitOffset = offset + UInt64(position)
                if let ended { return ended }
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            guard bytes != nil else { continue }
            bytes?.append(byte)
            if let unit = fullUnit() { return unit }
        }
        return nil
    }

    /// Forgets the unit at hand: bytes are missing before those that come next.
    package mutating func discard() {
        bytes = nil
        zeros = 0
    }

    /// The stream is over: gives out the last unit.
    package mutating func finish() -> Unit? { close(isWhole: true) }

    private mutating func fullUnit() -> Unit? {
        guard let bytes, bytes.count >= 2, bytes.count >= min(limit, wantedSize(bytes[...])) else {
            return nil
        }
        return close(isWhole: false)
    }

    private mutating func close(isWhole: Bool) -> Unit? {
        guard let bytes, !bytes.isEmpty else { return nil }
        self.bytes = nil
        // The zero bytes of the start code behind it are not its own.
        let end = isWhole ? bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0 : bytes.count
        return Unit(bytes: bytes[..<end], offset: unitOffset, isWhole: isWhole)
    }
}
