package import Bitstreams

/// A parser of the top-level boxes of a stream that arrives in chunks.
///
/// It skips the bodies of boxes, except of the wanted types, whose bodies are collected and returned whole.
/// Memory is bounded by `bodyLimit`, whatever sizes the stream declares: a wanted body above the limit is
/// skipped too.
package struct BoxStream: Sendable {
    /// A parsing event.
    package enum Event: Sendable {
        /// The header of a box, and its offset in the stream.
        case start(BoxHeader, offset: UInt64)
        /// A wanted box with its whole body, after its `start` event.
        case body(Box)
    }

    /// A box that has not ended yet.
    private struct OpenBox {
        let header: BoxHeader
        let offset: UInt64
        /// The number of body bytes still to come, or nil if the box runs to the end of the stream.
        var bytesLeft: UInt64?
        /// The body bytes collected so far, or nil if the body is skipped.
        var body: [UInt8]?

        /// The box with its body, or nil if the body was skipped.
        var collected: Box? {
            guard let body else { return nil }
            let bodyOffset = offset + UInt64(header.size)
            return Box(type: header.type, offset: offset, bodyOffset: bodyOffset, body: body[...])
        }
    }

    private let wantedTypes: Set<FourCharacterCode>
    private let bodyLimit: Int
    private var headerBytes: [UInt8] = []
    private var open: OpenBox?

    /// The number of bytes consumed so far.
    package private(set) var offset: UInt64 = 0

    /// - Parameters:
    ///   - wantedTypes: the types of the boxes whose bodies are returned.
    ///   - bodyLimit: the size of the largest body that is collected, in bytes.
    package init(wantedTypes: Set<FourCharacterCode>, bodyLimit: Int = 16 << 20) {
        self.wantedTypes = wantedTypes
        self.bodyLimit = bodyLimit
    }

    /// The type of the box whose body is being read, or nil between boxes.
    package var openBoxType: FourCharacterCode? { open?.header.type }

    /// The number of next bytes that the caller may skip unread; `UInt64.max` if the box runs to the end of
    /// the stream.
    package var skippableCount: UInt64 {
        guard let open, open.body == nil else { return 0 }
        return open.bytesLeft ?? .max
    }

    /// Skips bytes that the caller did not read, at most `skippableCount`.
    package mutating func skip(_ count: UInt64) {
        let skipped = min(count, skippableCount)
        if let left = open?.bytesLeft { open?.bytesLeft = left - skipped }
        offset += skipped
    }

    /// Parses `chunk` from `position` to the next event, or returns nil at the end of the chunk.
    package mutating func next(
        in chunk: Span<UInt8>,
        at position: inout Int
    ) throws(ParseError) -> Event? {
        while true {
            if open == nil {
                guard let header = try readHeader(chunk, &position) else { return nil }
                return .start(header, offset: offset - UInt64(header.size))
            }
            if open?.bytesLeft == 0 {
                if let box = close() { return .body(box) }
            } else {
                guard position < chunk.count else { return nil }
                readBody(chunk, &position)
            }
        }
    }

    /// Ends the stream and returns a wanted box that runs to its end, or nil.
    ///
    /// - Throws: `ParseError` if the last box is cut short.
    package mutating func finish() throws(ParseError) -> Event? {
        guard headerBytes.isEmpty else {
            throw .truncated(
                offset: offset - UInt64(headerBytes.count),
                needed: UInt64(BoxHeader.size(startingWith: headerBytes[...])),
                available: UInt64(headerBytes.count)
            )
        }
        guard let open else { return nil }
        if let left = open.bytesLeft, left > 0 {
            let available = offset - open.offset
            throw .truncated(offset: open.offset, needed: available + left, available: available)
        }
        return close().map { .body($0) }
    }

    private mutating func close() -> Box? {
        defer { open = nil }
        return open?.collected
    }

    /// Collects bytes until a header is complete, or returns nil if the chunk ends before.
    private mutating func readHeader(
        _ chunk: Span<UInt8>,
        _ position: inout Int
    ) throws(ParseError) -> BoxHeader? {
        while headerBytes.count < BoxHeader.size(startingWith: headerBytes[...]) {
            guard position < chunk.count else { return nil }
            headerBytes.append(chunk[position])
            position += 1
            offset += 1
        }
        let start = offset - UInt64(headerBytes.count)
        var reader = ByteReader(headerBytes[...], at: start)
        headerBytes = []
        let parsed = try BoxHeader(&reader)
        var left: UInt64?
        if case .bytes(let size) = parsed.extent { left = size - UInt64(parsed.size) }
        open = OpenBox(
            header: parsed,
            offset: start,
            bytesLeft: left,
            body: wantedTypes.contains(parsed.type) ? [] : nil
        )
        return parsed
    }

    private mutating func readBody(_ chunk: Span<UInt8>, _ position: inout Int) {
        let count = Int(min(open?.bytesLeft ?? .max, UInt64(chunk.count - position)))
        if let collectedCount = open?.body?.count {
            if collectedCount + count > bodyLimit {
                open?.body = nil
            } else {
                for index in position..<position + count { open?.body?.append(chunk[index]) }
            }
        }
        position += count
        offset += UInt64(count)
        if let left = open?.bytesLeft { open?.bytesLeft = left - UInt64(count) }
    }
}
