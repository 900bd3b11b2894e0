import Bitstreams

/// Reads the bit fields of a NAL unit as it stands in the stream, passing over emulation prevention bytes (ITU-T H.264,
/// 7.3.1; H.265, 7.3.1.1).
///
/// It knows how many bytes of the stream the fields so far took, which is what sample encryption leaves clear.
struct NALUnitBitReader {
    private let bytes: ArraySlice<UInt8>
    private let start: UInt64
    /// The byte behind the one that is being read.
    private var next: Int
    /// The byte that is being read.
    private var current: UInt8 = 0
    /// Low bits of `current` that were not read.
    private var left = 0
    /// Zero bytes in a row before `next`.
    private var zeros = 0

    /// - Parameters:
    ///   - unit: the NAL unit from its header on, or its first bytes.
    ///   - offset: where it stands in the stream.
    init(_ unit: ArraySlice<UInt8>, at offset: UInt64) {
        bytes = unit
        start = offset
        next = unit.startIndex
    }

    /// Bytes of the stream up to the last one of which a bit was read, emulation prevention bytes before it included.
    var consumedBytes: Int { next - bytes.startIndex }

    /// Where the byte that holds the next bit stands in the stream; an emulation prevention byte may come before it.
    var offset: UInt64 { start &+ UInt64(left > 0 ? consumedBytes - 1 : consumedBytes) }

    /// Bits between the one that was read last and the end of its byte, 0 to 7.
    var bitsToByteEnd: Int { left }

    /// The next `width` bits as an unsigned integer, u(n).
    ///
    /// - Parameter width: 0 to 64.
    /// - Returns: the value.
    /// - Throws: `.truncated` where they are not there.
    mutating func bits(_ width: Int) throws(ParseError) -> UInt64 {
        precondition((0...64).contains(width))
        var value: UInt64 = 0
        var missing = width
        while missing > 0 {
            if left == 0 { try load() }
            let taken = min(left, missing)
            left -= taken
            missing -= taken
            value = value << UInt64(taken) | UInt64(current >> UInt8(left)) & ((1 << UInt64(taken)) - 1)
        }
        return value
    }

    /// The next bit, u(1).
    mutating func flag() throws(ParseError) -> Bool {
        if left == 0 { try load() }
        left -= 1
        return current >> UInt8(left) & 1 == 1
    }

    /// Passes over `width` bits.
    mutating func skip(_ width: Int) throws(ParseError) {
        var missing = width
        while missing > 0 {
            if left == 0 { try load() }
            let taken = min(left, missing)
            left -= taken
            missing -= taken
        }
    }

    /// The next number in unsigned Exp-Golomb code, ue(v) (ITU-T H.264, 9.1): at most 2^32 - 2.
    mutating func unsignedExponentialGolomb() throws(ParseError) -> UInt32 {
        let start = offset
        var leadingZeros = 0
        while true {
            if left == 0 { try load() }
            let run = (current << UInt8(8 - left)).leadingZeroBitCount
            guard run >= left else {
                leadingZeros += run
                left -= run + 1
                break
            }
            leadingZeros += left
            left = 0
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

    /// The next number in signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1).
    mutating func signedExponentialGolomb() throws(ParseError) -> Int32 {
        let code = try unsignedExponentialGolomb()
        let magnitude = Int32(code / 2 + code % 2)
        return code % 2 == 0 ? -magnitude : magnitude
    }

    private mutating func load() throws(ParseError) {
        if zeros >= 2, next < bytes.endIndex, bytes[next] == 3 {
            next += 1
            zeros = 0
        }
        guard next < bytes.endIndex else {
            throw .truncated(
                offset: start,
                needed: UInt64(bytes.count) + 1,
                available: UInt64(bytes.count)
            )
        }
        current = bytes[next]
        zeros = current == 0 ? zeros + 1 : 0
        next += 1
        left = 8
    }
}
