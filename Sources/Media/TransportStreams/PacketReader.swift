package import Bitstreams

/// Cuts a transport stream that comes in chunks into packets, after it found out their format.
///
/// It holds what was not given out of the last chunk, and the start of a packet.
package struct PacketReader: Sendable {
    /// A packet in the reader's bytes.
    package struct Packet: Hashable, Sendable {
        /// Where its sync byte stands in the stream.
        package let offset: UInt64
        /// Its 188 bytes in `bytes`.
        package let range: Range<Int>
        /// Bytes before it that were passed over to find a sync byte again.
        package let skipped: UInt64
    }

    /// How the packets follow each other; nil before that was found out.
    package private(set) var format: PacketFormat?
    /// What was read and not forgotten yet.
    package private(set) var bytes: [UInt8] = []
    /// Where the next packet, with what stands before its sync byte, starts in `bytes`.
    private var position = 0
    /// Where the first of `bytes` stands in the stream.
    private var start: UInt64 = 0
    /// Bytes that were passed over since the last packet.
    private var skipped: UInt64 = 0
    private let resynchronizes: Bool

    /// Nothing read yet.
    ///
    /// - Parameter resynchronizes: whether to look for the next three sync bytes in a row where one is missing, instead of
    ///   giving out a packet without.
    package init(resynchronizes: Bool = false) {
        self.resynchronizes = resynchronizes
    }

    /// Takes the next bytes of the stream; ranges that were given out before become meaningless.
    package mutating func append(_ chunk: Span<UInt8>) {
        bytes.removeSubrange(..<position)
        start += UInt64(position)
        position = 0
        unsafe chunk.withUnsafeBufferPointer { buffer in
            unsafe bytes.append(contentsOf: buffer)
        }
    }

    /// The next packet; nil when more bytes are needed, or all were given out.
    ///
    /// - Parameter isLast: whether no more bytes come.
    /// - Returns: where the packet is in `bytes`. Whether it starts with a sync byte is for `TransportPacketHeader` to
    ///   check.
    /// - Throws: `ParseError` where the stream has no packets, or ends inside of one.
    package mutating func next(isLast: Bool = false) throws(ParseError) -> Packet? {
        if format == nil { format = try detect(isLast: isLast) }
        guard let format else { return nil }
        if resynchronizes, !resynchronize(format, isLast: isLast) { return nil }
        let left = bytes.count - position
        guard left >= format.stride else {
            guard left == 0 || !isLast else {
                throw .truncated(
                    offset: start + UInt64(position),
                    needed: UInt64(format.stride),
                    available: UInt64(left)
                )
            }
            return nil
        }
        let first = position + format.prefix
        position += format.stride
        defer { skipped = 0 }
        return Packet(
            offset: start + UInt64(first),
            range: first..<first + TransportPacket.size,
            skipped: skipped
        )
    }

    /// Moves on to where sync bytes stand in a row again: three, or fewer at the end of the stream.
    ///
    /// - Parameters:
    ///   - format: how the packets follow each other.
    ///   - isLast: whether no more bytes come.
    /// - Returns: false when more bytes are needed to tell.
    private mutating func resynchronize(_ format: PacketFormat, isLast: Bool) -> Bool {
        let first = position + format.prefix
        guard first < bytes.count, bytes[first] != TransportPacketHeader.syncByte || skipped > 0 else {
            return true
        }
        while position + format.prefix < bytes.count {
            let places = (0..<3).map { position + format.prefix + $0 * format.stride }
            if places.allSatisfy({ $0 >= bytes.count || bytes[$0] == TransportPacketHeader.syncByte }) {
                return isLast || places[2] < bytes.count
            }
            position += 1
            skipped += 1
        }
        return true
    }

    private func detect(isLast: Bool) throws(ParseError) -> PacketFormat? {
        guard isLast || bytes.count >= PacketFormat.detectionLength else { return nil }
        let count = min(bytes.count, PacketFormat.detectionLength)
        guard let format = PacketFormat.detect(bytes.span.extracting(0..<count)) else {
            throw bytes.count < TransportPacket.size
                ? .truncated(
                    offset: 0,
                    needed: UInt64(TransportPacket.size),
                    available: UInt64(bytes.count)
                )
                : .invalid(
                    offset: 0,
                    field: "stream",
                    found: "without sync bytes 0x47 in a row",
                    expected: "one every 188, 192 or 204 bytes"
                )
        }
        return format
    }
}
