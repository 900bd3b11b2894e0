internal import Bitstreams
internal import TransportStreams

/// Tells headers of PES packets from their data; a header may run over several transport packets.
struct PESPacketSplitter: Sendable {
    /// What there is in the payload of a transport packet.
    struct Piece {
        /// The PTS of a packet whose header ends here.
        var presentationTime: UInt64?
        /// Whether the data are the first of a PES packet.
        var startsPacket = false
        /// Where the data are in the payload.
        var data: Range<Int>
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

    /// Takes the payload of the next transport packet.
    mutating func split(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64
    ) throws(ParseError) -> Piece {
        var position = 0
        var presentationTime: UInt64?
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
                presentationTime = parsed.presentationTime
                state = .headerRest((parsed.size ?? header.count) - header.count)
            }
        }
        if case .headerRest(let left) = state {
            let skipped = min(left, payload.count - position)
            position += skipped
            state = skipped < left ? .headerRest(left - skipped) : .data
        }
        guard case .data = state, position < payload.count else {
            return Piece(presentationTime: presentationTime, data: position..<position)
        }
        defer { hasData = true }
        return Piece(
            presentationTime: presentationTime,
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
