package import Bitstreams

/// Puts the sections of one PID together from the payloads of its packets (ISO/IEC 13818-1, 2.4.4).
///
/// It holds one unfinished section, 4096 bytes at most.
package struct SectionAssembler: Sendable {
    private var pending: [UInt8] = []
    private var pendingOffset: UInt64 = 0

    /// Nothing read yet: bytes before the first pointer_field are passed over.
    package init() {}

    /// Takes the payload of the next packet and gives the sections that end in it.
    ///
    /// - Parameters:
    ///   - payload: the packet's payload.
    ///   - unitStart: the packet's payload_unit_start_indicator: a pointer_field comes first.
    ///   - offset: where the payload stands in the stream.
    /// - Returns: the sections that end in this payload.
    /// - Throws: a pointer_field that leaves the payload, a section cut short, a wrong CRC.
    package mutating func consume(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        var sections: [ProgramSection] = []
        var position = 0
        if unitStart {
            let start = try Self.firstSection(payload, at: offset)
            position = 1
            try finishPending(payload, &position, limit: start, into: &sections)
            guard pending.isEmpty else { throw cutShort() }
            position = start
            while position < payload.count, payload[position] != 0xFF {
                pendingOffset = offset + UInt64(position)
                try extend(payload, &position, limit: payload.count, into: &sections)
            }
        } else {
            try finishPending(payload, &position, limit: payload.count, into: &sections)
        }
        return sections
    }

    /// The error that an unfinished section is when the stream ends, or nil.
    package var unfinished: ParseError? { pending.isEmpty ? nil : cutShort() }

    private static func firstSection(_ payload: Span<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        guard payload.count > 0 else { throw .truncated(offset: offset, needed: 1, available: 0) }
        let start = 1 + Int(payload[0])
        guard start < payload.count else {
            throw .invalid(
                offset: offset,
                field: "pointer_field",
                found: "\(payload[0])",
                expected: "at most \(payload.count - 2)"
            )
        }
        return start
    }

    private mutating func finishPending(
        _ payload: Span<UInt8>,
        _ position: inout Int,
        limit: Int,
        into sections: inout [ProgramSection]
    ) throws(ParseError) {
        guard !pending.isEmpty else { return }
        try extend(payload, &position, limit: limit, into: &sections)
    }

    /// Moves bytes up to `limit` into the pending section and gives the section out once it is whole.
    private mutating func extend(
        _ payload: Span<UInt8>,
        _ position: inout Int,
        limit: Int,
        into sections: inout [ProgramSection]
    ) throws(ParseError) {
        while position < limit {
            pending.append(payload[position])
            position += 1
            guard pending.count >= ProgramSection.prefixSize, pending.count == pendingSize else { continue }
            let section = try ProgramSection(pending, at: pendingOffset)
            pending = []
            sections.append(section)
            return
        }
    }

    /// The size that the pending section announces; `prefixSize` until that is known.
    private var pendingSize: Int {
        guard pending.count >= ProgramSection.prefixSize else { return ProgramSection.prefixSize }
        return ProgramSection.prefixSize + (Int(pending[1] & 0x0F) << 8 | Int(pending[2]))
    }

    private func cutShort() -> ParseError {
        .truncated(
            offset: pendingOffset,
            needed: UInt64(pendingSize),
            available: UInt64(pending.count)
        )
    }
}
