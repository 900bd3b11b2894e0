/// Reads ASN.1 values from a stream, in the form that ``EnvelopeWriter`` writes.
struct BERReader {
    /// Fills the array with the next bytes of the stream and returns their number, or 0 at the end.
    typealias Reader = (inout [UInt8]) throws(EnvelopeError) -> Int

    private static let bufferByteCount = 1 << 16

    private let reader: Reader
    private var buffer = [UInt8](repeating: 0, count: bufferByteCount)
    private var bufferPosition = 0
    private var bufferEnd = 0
    /// The number of bytes read so far.
    private(set) var offset = 0

    init(_ reader: @escaping Reader) {
        self.reader = reader
    }

    /// Returns the next byte, or nil at the end of the stream.
    mutating func nextByte() throws(EnvelopeError) -> UInt8? {
        if bufferPosition == bufferEnd {
            bufferEnd = try reader(&buffer)
            bufferPosition = 0
            guard bufferEnd > 0 else { return nil }
        }
        defer {
            bufferPosition += 1
            offset += 1
        }
        return buffer[bufferPosition]
    }

    /// Returns the next byte; throws `.truncated` at the end of the stream.
    mutating func byte() throws(EnvelopeError) -> UInt8 {
        guard let byte = try nextByte() else { throw .truncated(offset: offset) }
        return byte
    }

    mutating func bytes(_ count: Int) throws(EnvelopeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            guard bufferPosition < bufferEnd else {
                bytes.append(try byte())
                continue
            }
            let copiedByteCount = min(count - bytes.count, bufferEnd - bufferPosition)
            bytes += buffer[bufferPosition..<bufferPosition + copiedByteCount]
            bufferPosition += copiedByteCount
            offset += copiedByteCount
        }
        return bytes
    }

    /// Throws `.malformed` unless the next bytes are `expected`.
    mutating func expect(_ expected: [UInt8], _ name: String) throws(EnvelopeError) {
        let start = offset
        for byte in expected {
            guard try self.byte() == byte else { throw .malformed(offset: start, expected: name) }
        }
    }

    /// Returns the contents of the next value, which must have this tag and a definite length.
    mutating func value(_ tag: UInt8, _ name: String, limit: Int) throws(EnvelopeError) -> [UInt8] {
        try expect([tag], name)
        return try contents(name, limit: limit)
    }

    /// Returns the contents of a value whose tag was already read.
    mutating func contents(_ name: String, limit: Int) throws(EnvelopeError) -> [UInt8] {
        let start = offset
        let first = try byte()
        var count = Int(first)
        if first >= 0x80 {
            guard (0x81...0x84).contains(first) else { throw .malformed(offset: start, expected: name) }
            count = 0
            for _ in 0..<(first & 0x0F) {
                count = count << 8 | Int(try byte())
            }
        }
        guard count <= limit else { throw .malformed(offset: start, expected: name) }
        return try bytes(count)
    }
}
