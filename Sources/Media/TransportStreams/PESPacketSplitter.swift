package import Bitstreams

/// Separates the headers of PES packets from their data; a header may continue in further transport packets.
package struct PESPacketSplitter: Sendable {
    /// The parts of the payload of one transport packet.
    package struct Piece {
        /// The PTS from a header that was completed in this payload, or nil.
        package internal(set) var presentationTime: UInt64?
        /// The DTS from that header, or nil if it equals the PTS.
        package internal(set) var decodingTime: UInt64?
        /// Indicates whether `data` starts with the first data byte of a PES packet.
        package internal(set) var startsPacket = false
        /// The range of the PES packet data in the payload.
        package internal(set) var data: Range<Int>
    }

    /// The number of header bytes up to the end of PTS and DTS; the fields after them are skipped.
    private static let timesEnd = 19
    /// The number of header bytes up to and including PES_header_data_length.
    private static let fixedSize = 9

    private enum State {
        /// No PES packet has started yet.
        case waiting
        case header
        /// The number of header bytes still to be skipped.
        case headerRest(Int)
        case data
    }

    private var state = State.waiting
    private var header: [UInt8] = []
    private var headerOffset: UInt64 = 0
    private var hasData = false

    /// Creates the state before the first packet.
    package init() {}

    /// Splits the payload of the next transport packet.
    ///
    /// - Parameters:
    ///   - payload: the payload, without the adaptation field.
    ///   - unitStart: payload_unit_start_indicator of the packet: a PES packet starts here.
    ///   - offset: the offset of the payload in the stream.
    /// - Returns: the time stamps, if a header was completed here, and the range of the data.
    /// - Throws: `ParseError` if a field of the header has a forbidden value.
    package mutating func split(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64
    ) throws(ParseError) -> Piece {
        var position = 0
        var times: (presentation: UInt64?, decoding: UInt64?) = (nil, nil)
        if unitStart {
            state = .header
            header.removeAll(keepingCapacity: true)
            headerOffset = offset
            hasData = false
        }
        if case .header = state {
            while header.count < wantedSize, position < payload.count {
                header.append(payload[position])
                position += 1
            }
            if header.count == wantedSize {
                let parsed = try PESHeader(header.span, at: headerOffset)
                times = (parsed.presentationTime, parsed.decodingTime)
                state = .headerRest((parsed.size ?? header.count) - header.count)
            }
        }
        if case .headerRest(let left) = state {
            let skipped = min(left, payload.count - position)
            position += skipped
            state = skipped < left ? .headerRest(left - skipped) : .data
        }
        guard case .data = state, position < payload.count else {
            return Piece(
                presentationTime: times.presentation,
                decodingTime: times.decoding,
                data: position..<position
            )
        }
        defer { hasData = true }
        return Piece(
            presentationTime: times.presentation,
            decodingTime: times.decoding,
            startsPacket: !hasData,
            data: position..<payload.count
        )
    }

    /// The number of header bytes to collect before the header is parsed.
    private var wantedSize: Int {
        guard header.count >= Self.fixedSize else { return Self.fixedSize }
        return max(Self.fixedSize, min(Self.fixedSize + Int(header[8]), Self.timesEnd))
    }
}
