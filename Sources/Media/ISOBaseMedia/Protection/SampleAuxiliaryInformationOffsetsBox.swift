package import Bitstreams

/// `saio`: the offsets of sample auxiliary information (ISO/IEC 14496-12, 8.7.9).
package struct SampleAuxiliaryInformationOffsetsBox: Hashable, Sendable {
    /// aux_info_type, or nil if it is implied by the protection scheme.
    package let informationType: FourCharacterCode?
    /// One offset for all samples, or one per run, in bytes from the base of data offsets.
    package let offsets: [UInt64]

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        informationType = full.flags & 0x01 != 0 ? try FourCharacterCode(&reader) : nil
        if full.flags & 0x01 != 0 { try reader.skip(4) }
        let count = try reader.uint32()
        var table = try reader.subreader(UInt64(count) * (full.version == 0 ? 4 : 8))
        var offsets: [UInt64] = []
        while !table.isAtEnd {
            offsets.append(full.version == 0 ? UInt64(try table.uint32()) : try table.uint64())
        }
        self.offsets = offsets
    }

    /// Returns a body of version 0 with one offset and no aux_info_type.
    package static func body(offset: UInt32) -> [UInt8] {
        [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](bigEndian: offset)
    }
}
