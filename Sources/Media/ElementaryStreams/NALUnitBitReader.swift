import Bitstreams

/// A bit reader for a NAL unit as in the stream, which skips emulation prevention bytes (ITU-T H.264, 7.3.1;
/// H.265, 7.3.1.1).
///
/// It counts the bytes that the fields so far take in the stream: common encryption leaves those of slice
/// headers clear.
struct NALUnitBitReader {
    private let bytes: ArraySlice<UInt8>
    private let startOffset: UInt64
    /// The index of the byte after the current one.
    private var nextIndex: Int
    /// The current byte.
    private var currentByte: UInt8 = 0
    /// The number of unread low bits of `currentByte`.
    private var bitsLeft = 0
    /// The number of consecutive zero bytes before `nextIndex`.
    private var zeroCount = 0

    /// Creates a reader at the NAL unit header.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included, or its first bytes.
    ///   - offset: the offset of the first byte in the stream.
    init(_ unit: ArraySlice<UInt8>, at offset: UInt64) {
        bytes = unit
        startOffset = offset
        nextIndex = unit.startIndex
    }

    /// The number of bytes in the stream up to the byte with the last bit read, emulation prevention bytes
    /// included.
    var consumedBytes: Int { nextIndex - bytes.startIndex }

    /// The offset in the stream of the byte with the next bit, or of an emulation prevention byte before that
    /// byte.
    var offset: UInt64 { startOffset &+ UInt64(bitsLeft > 0 ? consumedBytes - 1 : consumedBytes) }

    /// The number of unread bits in the current byte, 0 to 7.
    var bitsToByteEnd: Int { bitsLeft }

    /// Reads the next `width` bits as an unsigned integer, u(n).
    ///
    /// - Parameter width: the number of bits, 0 to 64.
    /// - Returns: the value, 0 if `width` is 0.
    /// - Throws: `.truncated` if bits are missing.
    mutating func bits(_ width: Int) throws(ParseError) -> UInt64 {
        precondition((0...64).contains(width))
        var value: UInt64 = 0
        var missing = width
        while missing > 0 {
            if bitsLeft == 0 { try load() }
            let bitCount = min(bitsLeft, missing)
            bitsLeft -= bitCount
            missing -= bitCount
            value =
                value << UInt64(bitCount) | UInt64(currentByte >> UInt8(bitsLeft))
                & ((1 << UInt64(bitCount)) - 1)
        }
        return value
    }

    /// Reads the next bit, u(1).
    mutating func flag() throws(ParseError) -> Bool {
        if bitsLeft == 0 { try load() }
        bitsLeft -= 1
        return currentByte >> UInt8(bitsLeft) & 1 == 1
    }

    /// Skips `width` bits.
    mutating func skip(_ width: Int) throws(ParseError) {
        var missing = width
        while missing > 0 {
            if bitsLeft == 0 { try load() }
            let bitCount = min(bitsLeft, missing)
            bitsLeft -= bitCount
            missing -= bitCount
        }
    }

    /// Reads a number in unsigned Exp-Golomb code, ue(v) (ITU-T H.264, 9.1), at most 2^32 - 2.
    mutating func unsignedExponentialGolomb() throws(ParseError) -> UInt32 {
        let start = offset
        var leadingZeros = 0
        while true {
            if bitsLeft == 0 { try load() }
            let zeroRun = (currentByte << UInt8(8 - bitsLeft)).leadingZeroBitCount
            guard zeroRun >= bitsLeft else {
                leadingZeros += zeroRun
                bitsLeft -= zeroRun + 1
                break
            }
            leadingZeros += bitsLeft
            bitsLeft = 0
            guard leadingZeros < 32 else { break }
        }
        guard leadingZeros < 32 else {
            throw .invalid(
                offset: start,
                field: "Exp-Golomb code",
                found: "of 32 leading zeros",
                expected: "at most 31"
            )
        }
        return UInt32((1 << UInt64(leadingZeros)) - 1 + (try bits(leadingZeros)))
    }

    /// Reads a number in signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1).
    mutating func signedExponentialGolomb() throws(ParseError) -> Int32 {
        let code = try unsignedExponentialGolomb()
        let magnitude = Int32(code / 2 + code % 2)
        return code % 2 == 0 ? -magnitude : magnitude
    }

    private mutating func load() throws(ParseError) {
        if zeroCount >= 2, nextIndex < bytes.endIndex, bytes[nextIndex] == 3 {
            nextIndex += 1
            zeroCount = 0
        }
        guard nextIndex < bytes.endIndex else {
            throw .truncated(
                offset: startOffset,
                needed: UInt64(bytes.count) + 1,
                available: UInt64(bytes.count)
            )
        }
        currentByte = bytes[nextIndex]
        zeroCount = currentByte == 0 ? zeroCount + 1 : 0
        nextIndex += 1
        bitsLeft = 8
    }
}
