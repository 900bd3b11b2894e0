package import Bitstreams

/// `saio`: where what is said of the samples of each run is (ISO/IEC 14496-12, 8.7.9).
package struct SampleAuxiliaryInformationOffsetsBox: Hashable, Sendable {
    /// aux_info_type; nil where it is that of the scheme.
    package let informationType: FourCharacterCode?
    /// One for all samples together, or one for each run; they count from where data offsets count from.
    package let offsets: [UInt64]

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        informationType = full.flags & 0x01 != 0 ? try FourCharacterCode(&reader) : nil
        if full.flags & 0x01 != 0 { try reader.skip(4) }
        let count = try reader.uint32()
        var table = try reader.part(UInt64(count) * (full.version == 0 ? 4 : 8))
        var offsets: [UInt64] = []
        while !table.isAtEnd {
            offsets.append(full.version == 0 ? UInt64(try table.uint32()) : try table.uint64())
        }
        self.offsets = offsets
    }

    /// The body with one offset as it is written, in version 0 and without a type.
    package static func body(offset: UInt32) -> [UInt8] {
        [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](bigEndian: offset)
    }
}
