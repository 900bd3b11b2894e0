import Bitstreams
import TextFormats
import TransportStreams

extension PESPacketQueue {
    /// Begins a PES packet, which starts in the transport packet with the number `packet`.
    mutating func begin(in packet: Int) {
        packets.append(
            PendingPESPacket(
                headerEnd: headers.count,
                dataEnd: data.count,
                pieceEnd: pieces.count,
                firstPacket: packet
            )
        )
        isOpen = true
        headerCount = 0
        dataLeft = .max
    }

    /// Appends the payload of a transport packet to the open PES packet.
    ///
    /// - Parameters:
    ///   - bytes: the buffer with the transport packet.
    ///   - payload: the range of the payload in `bytes`.
    ///   - start: the position of the payload in the transport packet.
    ///   - packet: the number of the transport packet.
    ///   - offset: the offset of the payload in the stream.
    /// - Throws: `ParseError` for a malformed header, and for bytes after the end of the PES packet.
    @inline(__always)
    mutating func append(
        _ bytes: [UInt8],
        _ payload: Range<Int>,
        start: Int,
        packet: Int,
        at offset: UInt64
    ) throws(ParseError) {
        pieces.append(.init(packet: packet, start: UInt8(truncatingIfNeeded: start), isDuplicate: false))
        var dataStart = payload.lowerBound
        if headerCount != nil {
            dataStart = try appendHeader(bytes, payload, at: offset)
        }
        let count = payload.upperBound - dataStart
        guard count <= dataLeft else {
            throw .invalid(
                offset: offset + UInt64(payload.count - count + dataLeft),
                field: "payload",
                found: "of \(CountText.text(count - dataLeft, "byte")) after the end of the PES packet",
                expected: "the end that PES_packet_length gives"
            )
        }
        if dataLeft != .max { dataLeft -= count }
        data.append(bytes, dataStart..<payload.upperBound)
    }

    /// Ends the open PES packet.
    mutating func close() {
        guard isOpen else { return }
        isOpen = false
        packets[packets.count - 1].headerEnd = headers.count
        packets[packets.count - 1].dataEnd = data.count
        packets[packets.count - 1].pieceEnd = pieces.count
    }

    /// Returns the error to report if the open PES packet ended now.
    ///
    /// - Parameter offset: the offset of the transport packet that comes instead of the rest.
    /// - Returns: the error, or nil if the PES packet is complete or does not give its length.
    func truncation(at offset: UInt64) -> ParseError? {
        guard isOpen else { return nil }
        if let headerCount {
            return .truncated(
                offset: offset,
                needed: UInt64(Self.headerSize(headers, headerCount)),
                available: UInt64(headerCount)
            )
        }
        guard dataLeft > 0, dataLeft != .max, let length = packets.last?.packetLength else { return nil }
        return .truncated(
            offset: offset,
            needed: UInt64(length),
            available: UInt64(max(0, length - dataLeft))
        )
    }

    /// Indicates whether a payload starts a PES packet whose data begin with a start code, or with zero bytes
    /// that may precede one.
    static func beginsUnit(_ bytes: [UInt8], _ payload: Range<Int>) -> Bool {
        guard payload.count >= 9 else { return false }
        let start = payload.lowerBound + 9 + Int(bytes[payload.lowerBound + 8])
        guard start + 3 <= payload.upperBound else { return false }
        return bytes[start] == 0 && bytes[start + 1] == 0 && bytes[start + 2] <= 1
    }

    /// Returns the size of a header in bytes, or the 9 bytes that determine it as long as they are
    /// incomplete.
    private static func headerSize(_ headers: ByteQueue, _ count: Int) -> Int {
        count < 9 ? 9 : 9 + Int(headers.storage[headers.count - count + 8])
    }

    /// Appends the header bytes of the payload, and returns the position at which the data start.
    private mutating func appendHeader(
        _ bytes: [UInt8],
        _ payload: Range<Int>,
        at offset: UInt64
    ) throws(ParseError) -> Int {
        var position = payload.lowerBound
        var count = headerCount ?? 0
        while true {
            let missing = min(Self.headerSize(headers, count) - count, payload.upperBound - position)
            guard missing > 0 else { break }
            headers.append(bytes, position..<position + missing)
            position += missing
            count += missing
        }
        headerCount = count
        if count >= 9, count == Self.headerSize(headers, count) {
            try finishHeader(count, at: offset - UInt64(count - (position - payload.lowerBound)))
        }
        return position
    }

    private mutating func finishHeader(_ count: Int, at offset: UInt64) throws(ParseError) {
        let start = headers.count - count
        let header = try PESHeader(headers.storage.span.extracting(start..<headers.count), at: offset)
        guard header.size == count, let packetLength = header.packetLength else {
            throw .invalid(
                offset: offset + 3,
                field: "stream_id",
                found: header.streamID?.hexadecimalText ?? "none",
                expected: "that of a video or audio stream"
            )
        }
        guard headers.storage[start + 6] & 0x30 == 0 else {
            throw .invalid(
                offset: offset + 6,
                field: "PES_scrambling_control",
                found: "\(headers.storage[start + 6] >> 4 & 3)",
                expected: "0, not scrambled"
            )
        }
        guard packetLength > 0 || codec == .avc else {
            throw .invalid(
                offset: offset + 4,
                field: "PES_packet_length",
                found: "0",
                expected: "the length, which only PES packets of video may leave unspecified"
            )
        }
        packets[packets.count - 1].packetLength = Int(packetLength)
        dataLeft = packetLength == 0 ? .max : Int(packetLength) + PESHeader.prefixSize - count
        headers.storage[start + 4] = 0
        headers.storage[start + 5] = 0
        headerCount = nil
    }
}
