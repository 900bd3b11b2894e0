package import Bitstreams

/// Packets that hold one whole section.
package enum SectionPacket {
    /// Puts a section into a packet, in the place of the payload that was there.
    ///
    /// The header stays but for payload_unit_start_indicator, which is set, and the adaptation field control. An
    /// adaptation field without content goes; one with content stays, without its stuffing. Behind the section stands
    /// 0xFF.
    ///
    /// - Parameters:
    ///   - section: the whole section.
    ///   - bytes: where the packet is; it has a payload.
    ///   - start: the position of its sync byte in `bytes`.
    ///   - offset: where the packet stands in the stream, for errors.
    /// - Throws: `ParseError` where the packet is malformed or the section does not fit.
    package static func write(
        _ section: [UInt8],
        into bytes: inout MutableSpan<UInt8>,
        from start: Int,
        at offset: UInt64
    ) throws(ParseError) {
        throw .missing(offset: offset, "writer")
    }
}
