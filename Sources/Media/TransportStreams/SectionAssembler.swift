package import Bitstreams

/// Assembles the sections of one PID from the payloads of its packets (ISO/IEC 13818-1, 2.4.4).
///
/// It holds at most one unfinished section of up to 4096 bytes.
package struct SectionAssembler: Sendable {
    private var pending: [UInt8] = []
    private var pendingOffset: UInt64 = 0

    /// Creates the state before the first packet; bytes before the first pointer_field are skipped.
    package init() {}

    /// Adds the payload of the next packet.
    ///
    /// - Parameters:
    ///   - payload: the payload of the packet.
    ///   - unitStart: payload_unit_start_indicator of the packet: the payload begins with a pointer_field.
    ///   - offset: the offset of the payload in the stream.
    /// - Returns: the sections that end in this payload.
    /// - Throws: `ParseError` if a pointer_field points beyond the payload, a section is cut short or a CRC
    ///   is wrong.
    package mutating func add(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        var sections: [ProgramSection] = []
        var position = 0
        if unitStart {
            let start = try Self.sectionStart(payload, at: offset)
            position = 1
            try finishPending(payload, &position, limit: start, into: &sections)
            guard pending.isEmpty else { throw cutShortError() }
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

    /// The error to report if the stream ends within a section, or nil if it does not.
    package var unfinishedError: ParseError? { pending.isEmpty ? nil : cutShortError() }

    private static func sectionStart(_ payload: Span<UInt8>, at offset: UInt64) throws(ParseError)
        -> Int
    {
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

    /// Moves bytes up to `limit` into the pending section; moves the section to `sections` once it is
    /// complete.
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

    /// The size of the pending section in bytes, or `prefixSize` until section_length is known.
    private var pendingSize: Int {
        guard pending.count >= ProgramSection.prefixSize else { return ProgramSection.prefixSize }
        return ProgramSection.prefixSize + (Int(pending[1] & 0x0F) << 8 | Int(pending[2]))
    }

    private func cutShortError() -> ParseError {
        .truncated(
            offset: pendingOffset,
            needed: UInt64(pendingSize),
            available: UInt64(pending.count)
        )
    }
}
