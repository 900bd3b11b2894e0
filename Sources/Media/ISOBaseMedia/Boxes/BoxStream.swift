package import Bitstreams

/// Walks the top-level boxes of a stream that comes in pieces.
///
/// Bodies are passed over, except those of the wanted types, which are collected and given out whole. So memory is
/// bounded by `bodyLimit`, whatever sizes the stream announces; a wanted body above the limit is passed over too.
package struct BoxStream: Sendable {
    /// What the walk came to.
    package enum Event: Sendable {
        /// A box starts.
        case start(BoxHeader, offset: UInt64)
        /// The body of a wanted box is there; its `start` came before.
        case body(Box)
    }

    /// A box whose end has not come yet.
    private struct OpenBox {
        let header: BoxHeader
        let offset: UInt64
        /// Bytes of the body that are still to come; nil: all that come.
        var left: UInt64?
        /// What came of the body, if it is wanted.
        var body: [UInt8]?

        /// The box with its body, if it was wanted.
        var collected: Box? {
            guard let body else { return nil }
            let bodyOffset = offset + UInt64(header.size)
            return Box(type: header.type, offset: offset, bodyOffset: bodyOffset, body: body[...])
        }
    }

    private let wanted: Set<FourCharacterCode>
    private let bodyLimit: Int
    private var header: [UInt8] = []
    private var open: OpenBox?

    /// Bytes read so far.
    package private(set) var offset: UInt64 = 0

    /// - Parameters:
    ///   - wanted: types of boxes whose bodies are to be given out.
    ///   - bodyLimit: bytes of the largest body that is collected.
    package init(wanted: Set<FourCharacterCode>, bodyLimit: Int = 16 << 20) {
        self.wanted = wanted
        self.bodyLimit = bodyLimit
    }

    /// The type of the box whose body is being read; nil between boxes.
    package var openBox: FourCharacterCode? { open?.header.type }

    /// The number of bytes from here on that only get passed over; `UInt64.max` when that is all that come.
    package var skippable: UInt64 {
        guard let open, open.body == nil else { return 0 }
        return open.left ?? .max
    }

    /// Passes over bytes, `skippable` at most.
    package mutating func skip(_ count: UInt64) {
        let skipped = min(count, skippable)
        if let left = open?.left { open?.left = left - skipped }
        offset += skipped
    }

    /// Reads on in `chunk` from `position` to the next event; nil when the chunk is used up.
    package mutating func next(
        in chunk: Span<UInt8>,
        at position: inout Int
    ) throws(ParseError) -> Event? {
        while true {
            if open == nil {
                guard let header = try readHeader(chunk, &position) else { return nil }
                return .start(header, offset: offset - UInt64(header.size))
            }
            if open?.left == 0 {
                if let box = close() { return .body(box) }
            } else {
                guard position < chunk.count else { return nil }
                readBody(chunk, &position)
            }
        }
    }

    /// The stream is over: gives out a wanted box that runs to the end.
    ///
    /// - Throws: the last box is cut short.
    package mutating func finish() throws(ParseError) -> Event? {
        guard header.isEmpty else {
            throw .truncated(
                offset: offset - UInt64(header.count),
                needed: UInt64(BoxHeader.size(startingWith: header[...])),
                available: UInt64(header.count)
            )
        }
        guard let open else { return nil }
        if let left = open.left, left > 0 {
            let available = offset - open.offset
            throw .truncated(offset: open.offset, needed: available + left, available: available)
        }
        return close().map { .body($0) }
    }

    private mutating func close() -> Box? {
        defer { open = nil }
        return open?.collected
    }

    /// Takes bytes until a header is whole; nil when the chunk ends before.
    private mutating func readHeader(
        _ chunk: Span<UInt8>,
        _ position: inout Int
    ) throws(ParseError) -> BoxHeader? {
        while header.count < BoxHeader.size(startingWith: header[...]) {
            guard position < chunk.count else { return nil }
            header.append(chunk[position])
            position += 1
            offset += 1
        }
        let start = offset - UInt64(header.count)
        var reader = ByteReader(header[...], at: start)
        header = []
        let parsed = try BoxHeader(&reader)
        var left: UInt64?
        if case .bytes(let size) = parsed.extent { left = size - UInt64(parsed.size) }
        open = OpenBox(
            header: parsed,
            offset: start,
            left: left,
            body: wanted.contains(parsed.type) ? [] : nil
        )
        return parsed
    }

    private mutating func readBody(_ chunk: Span<UInt8>, _ position: inout Int) {
        let count = Int(min(open?.left ?? .max, UInt64(chunk.count - position)))
        if let collected = open?.body?.count {
            if collected + count > bodyLimit {
                open?.body = nil
            } else {
                for index in position..<position + count { open?.body?.append(chunk[index]) }
            }
        }
        position += count
        offset += UInt64(count)
        if let left = open?.left { open?.left = left - UInt64(count) }
    }
}
