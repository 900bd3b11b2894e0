package import Bitstreams

/// A sliding window over the packets of a transport stream, in one buffer as contiguous 188-byte packets
/// whatever the input format.
///
/// `fill` and `formPackets` add packets at the end, `next` reads them in order, `discard` removes them from the
/// front. Packets are identified by their number in the stream, from 0.
package struct PacketWindow: Sendable {
    /// The buffer; `position(of:)` gives the position of a packet in it.
    package var bytes: [UInt8]
    /// The packet format of the input, or nil before it is known.
    package private(set) var format: PacketFormat?
    /// The number of the packet that `next` returns next.
    package private(set) var nextNumber = 0
    /// The number of the first packet in the window.
    package private(set) var firstNumber = 0

    private var start = 0
    private var nextPosition = 0
    /// The end of the last whole packet.
    private var end = 0
    /// The end of the buffered bytes; those from `end` on are still in the input format.
    private var filledEnd = 0

    /// The recommended initial size of the buffer in bytes, small enough for a core's second-level cache.
    package static let initialCapacity = 512 * 1024

    /// Creates an empty window.
    ///
    /// - Parameters:
    ///   - format: the packet format of the input, or nil to detect it.
    ///   - storage: a buffer to reuse, whose bytes are ignored, or nil for a new one.
    package init(_ format: PacketFormat? = nil, storage: [UInt8]? = nil) {
        self.format = format
        bytes = storage ?? [UInt8](repeating: 0, count: Self.initialCapacity)
    }

    /// Lets `read` write up to `count` bytes into the buffer.
    ///
    /// - Parameters:
    ///   - count: the most bytes to read.
    ///   - read: writes to the start of the given range of the buffer and returns the number of bytes
    ///     written.
    /// - Throws: the error of `read`.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        makeRoom(for: count)
        let range = filledEnd..<filledEnd + count
        filledEnd += min(max(0, try read(&bytes, range)), count)
    }

    /// Turns the bytes added by `fill` into packets.
    ///
    /// - Parameter isLast: true if no more bytes will come.
    /// - Returns: false if the bytes are not a transport stream; true while more bytes are needed to decide.
    package mutating func formPackets(isLast: Bool) -> Bool {
        if format == nil {
            let raw = end..<filledEnd
            guard isLast || raw.count >= PacketFormat.detectionLength else { return true }
            format = PacketFormat.detect(bytes.span.extracting(raw))
        }
        guard let format else { return false }
        if format == .plain {
            end += (filledEnd - end) / TransportPacket.size * TransportPacket.size
            return true
        }
        var position = end
        while filledEnd - position >= format.stride {
            let packetStart = position + format.prefixSize
            bytes.move(packetStart..<packetStart + TransportPacket.size, to: end)
            end += TransportPacket.size
            position += format.stride
        }
        bytes.move(position..<filledEnd, to: end)
        filledEnd = end + (filledEnd - position)
        return true
    }

    /// The number of bytes after the last whole packet.
    package var remainder: Int { filledEnd - end }

    /// Returns the position of the next packet in the buffer and moves on, or nil if more bytes are needed.
    package mutating func next() -> Int? {
        guard nextPosition < end else { return nil }
        defer {
            nextPosition += TransportPacket.size
            nextNumber += 1
        }
        return nextPosition
    }

    /// Parses the head of the next packet and moves on.
    ///
    /// A single call per packet across the module border is faster than several, which are never inlined.
    ///
    /// - Returns: the head and the position of the packet in the buffer, or nil if more bytes are needed.
    /// - Throws: `ParseError` if the sync byte is missing or adaptation_field_length does not fit.
    package mutating func nextHead() throws(ParseError) -> (head: PacketHead, position: Int)? {
        let number = nextNumber
        guard let position = next() else { return nil }
        return (try PacketHead(bytes.span, position, at: offset(of: number)), position)
    }

    /// Parses the head of a packet without moving on.
    ///
    /// - Parameter number: the number of a packet, at least `nextNumber`.
    /// - Returns: the head and the position of the packet in the buffer, or nil if more bytes are needed.
    /// - Throws: `ParseError` as `nextHead` does.
    package func head(of number: Int) throws(ParseError) -> (head: PacketHead, position: Int)? {
        let position = position(of: number)
        guard position < end else { return nil }
        return (try PacketHead(bytes.span, position, at: offset(of: number)), position)
    }

    /// Returns the position of a packet of the window in the buffer.
    package func position(of number: Int) -> Int { start + (number - firstNumber) * TransportPacket.size }

    /// Returns the offset of the sync byte of a packet in the input.
    package func offset(of number: Int) -> UInt64 {
        let format = format ?? .plain
        return UInt64(number) * UInt64(format.stride) + UInt64(format.prefixSize)
    }

    /// The offset in the input of the end of the packets already read, including the extra bytes of the
    /// format.
    package var readOffset: UInt64 { UInt64(nextNumber) * UInt64((format ?? .plain).stride) }

    /// Removes the packets before `number`, at most those already read.
    package mutating func discard(before number: Int) {
        let number = min(max(number, firstNumber), nextNumber)
        start = position(of: number)
        firstNumber = number
    }

    /// Makes room at the end: moves the bytes to the front, or enlarges the buffer if moving would be needed
    /// often.
    private mutating func makeRoom(for count: Int) {
        guard bytes.count - filledEnd < count else { return }
        let heldSize = filledEnd - start
        if heldSize + count <= bytes.count / 2
            || heldSize + count <= bytes.count && heldSize < bytes.count / 4
        {
            bytes.move(start..<filledEnd, to: 0)
        } else {
            var larger = [UInt8](repeating: 0, count: (heldSize + count) * 2)
            larger.overwrite(at: 0, with: bytes, start..<filledEnd)
            bytes = larger
        }
        end -= start
        nextPosition -= start
        filledEnd -= start
        start = 0
    }
}
