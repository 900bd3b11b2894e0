package import Bitstreams

/// The packets of a transport stream that are in work, in one buffer, one behind the other without what other packet
/// formats put between them.
///
/// Bytes come in at the end (`fill`), packets are read in order (`next`) and forgotten from the front (`discard`). A
/// packet is named by its number in the stream, from 0 on.
package struct PacketWindow: Sendable {
    /// Where the packets are; see `position`.
    package var bytes: [UInt8]
    /// How packets follow each other where they come from; nil before that is known.
    package private(set) var format: PacketFormat?
    /// The number of the packet that is read next.
    package private(set) var nextNumber = 0
    /// The number of the first packet that is there.
    package private(set) var firstNumber = 0

    private var start = 0
    private var nextPosition = 0
    /// Where the whole packets end.
    private var end = 0
    /// Where the bytes end: behind `end` they are as they came.
    private var filledEnd = 0

    /// Bytes that the buffer should have at first: little enough to stay in a core's second-level cache.
    package static let initialCapacity = 512 * 1024

    /// - Parameters:
    ///   - format: how packets follow each other; nil to find out.
    ///   - storage: the buffer at first, whose bytes mean nothing any more; nil for a new one.
    package init(_ format: PacketFormat? = nil, storage: [UInt8]? = nil) {
        self.format = format
        bytes = storage ?? [UInt8](repeating: 0, count: Self.initialCapacity)
    }

    /// Lets `read` put up to `count` bytes into the buffer, at the start of the range that it is given.
    ///
    /// - Parameters:
    ///   - count: bytes that are wanted.
    ///   - read: gives back how many it put there.
    /// - Throws: what `read` throws.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        makeRoom(for: count)
        let range = filledEnd..<filledEnd + count
        filledEnd += min(max(0, try read(&bytes, range)), count)
    }

    /// Gets packets out of what was filled in.
    ///
    /// - Parameter isLast: whether no more bytes will come.
    /// - Returns: false when these bytes are no transport stream; more bytes may be needed for that to be known.
    package mutating func arrange(isLast: Bool) -> Bool {
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
            let packet = position + format.prefix
            bytes.move(packet..<packet + TransportPacket.size, to: end)
            end += TransportPacket.size
            position += format.stride
        }
        bytes.move(position..<filledEnd, to: end)
        filledEnd = end + (filledEnd - position)
        return true
    }

    /// Bytes behind the last whole packet.
    package var remainder: Int { filledEnd - end }

    /// The position of the packet that is read next; nil when more bytes are needed.
    package mutating func next() -> Int? {
        guard nextPosition < end else { return nil }
        defer {
            nextPosition += TransportPacket.size
            nextNumber += 1
        }
        return nextPosition
    }

    /// Reads the head of the next packet.
    ///
    /// One call from another module for each packet instead of several, which are never inlined.
    ///
    /// - Returns: the head, and the position of the packet; nil when more bytes are needed.
    /// - Throws: `ParseError` for lost sync, and a length of the adaptation field that does not fit.
    package mutating func nextHead() throws(ParseError) -> (head: PacketHead, position: Int)? {
        let number = nextNumber
        guard let position = next() else { return nil }
        return (try PacketHead(bytes.span, position, at: offset(of: number)), position)
    }

    /// Reads the head of a packet that stays to be read.
    ///
    /// - Parameter number: of a packet, from `nextNumber` on.
    /// - Returns: the head, and the position of the packet; nil when more bytes are needed.
    /// - Throws: what `nextHead` throws.
    package func head(of number: Int) throws(ParseError) -> (head: PacketHead, position: Int)? {
        let position = position(of: number)
        guard position < end else { return nil }
        return (try PacketHead(bytes.span, position, at: offset(of: number)), position)
    }

    /// The position of a packet that is there.
    package func position(of number: Int) -> Int { start + (number - firstNumber) * TransportPacket.size }

    /// Where a packet stands in the bytes that came in.
    package func offset(of number: Int) -> UInt64 {
        let format = format ?? .plain
        return UInt64(number) * UInt64(format.stride) + UInt64(format.prefix)
    }

    /// Where the packets that were read end in the bytes that came in, with what stands around them.
    package var readOffset: UInt64 { UInt64(nextNumber) * UInt64((format ?? .plain).stride) }

    /// Forgets the packets before `number`, of those that were read.
    package mutating func discard(before number: Int) {
        let number = min(max(number, firstNumber), nextNumber)
        start = position(of: number)
        firstNumber = number
    }

    /// Moves what is there to the front, or grows where that would have to be done often.
    private mutating func makeRoom(for count: Int) {
        guard bytes.count - filledEnd < count else { return }
        let held = filledEnd - start
        if held + count <= bytes.count / 2 || held + count <= bytes.count && held < bytes.count / 4 {
            bytes.move(start..<filledEnd, to: 0)
        } else {
            var larger = [UInt8](repeating: 0, count: (held + count) * 2)
            larger.overwrite(at: 0, with: bytes, start..<filledEnd)
            bytes = larger
        }
        end -= start
        nextPosition -= start
        filledEnd -= start
        start = 0
    }
}
