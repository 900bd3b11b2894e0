package import Bitstreams

/// Tells headers of PES packets from their data; a header may run over several transport packets.
package struct PESPacketSplitter: Sendable {
    /// What there is in the payload of a transport packet.
    package struct Piece {
        /// The PTS of a packet whose header ends here.
        package internal(set) var presentationTime: UInt64?
        /// The DTS of that packet, where it differs from the PTS.
        package internal(set) var decodingTime: UInt64?
        /// Whether the data are the first of a PES packet.
        package internal(set) var startsPacket = false
        /// Where the data are in the payload.
        package internal(set) var data: Range<Int>
    }

    /// Bytes of a header up to the end of PTS and DTS; what follows is not looked at.
    private static let timesEnd = 19
    /// Bytes that tell how long a header is.
    private static let fixedSize = 9

    private enum State {
        /// No packet has started yet.
        case waiting
        case header
        /// The rest of a header that is not looked at.
        case headerRest(Int)
        case data
    }

    private var state = State.waiting
    private var header: [UInt8] = []
    private var headerOffset: UInt64 = 0
    private var hasData = false

    /// No packet seen yet.
    package init() {}

    /// Takes the payload of the next transport packet.
    ///
    /// - Parameters:
    ///   - payload: the payload, without the adaptation field.
    ///   - unitStart: the packet's payload_unit_start_indicator: a PES packet starts here.
    ///   - offset: where the payload stands in the stream.
    /// - Returns: the times that became known, and where the data are.
    /// - Throws: `ParseError` where a field of the header has an excluded value.
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

    /// Bytes of the header at hand that have to be there before it is read.
    private var wantedSize: Int {
        guard header.count >= Self.fixedSize else { return Self.fixedSize }
        return max(Self.fixedSize, min(Self.fixedSize + Int(header[8]), Self.timesEnd))
    }
}
