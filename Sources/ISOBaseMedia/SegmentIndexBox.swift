package import Bitstreams

/// `sidx`: sizes and durations of the subsegments that follow (ISO/IEC 14496-12, 8.16.3).
package struct SegmentIndexBox: Hashable, Sendable {
    /// The stream that is indexed.
    package let referenceID: UInt32
    /// Ticks a second.
    package let timescale: UInt32
    /// Of the first subsegment, in ticks.
    package let earliestPresentationTime: UInt64
    /// From the end of this box to the first subsegment, in bytes.
    package let firstOffset: UInt64
    /// The subsegments.
    package let references: [Reference]

    /// One subsegment.
    package struct Reference: Hashable, Sendable {
        /// Whether it is a further `sidx` rather than media.
        package let isIndex: Bool
        /// Bytes.
        package let size: UInt32
        /// Ticks.
        package let duration: UInt32
        /// starts_with_SAP, SAP_type and SAP_delta_time as they stand.
        package let accessPoint: UInt32

        fileprivate static let encodedSize = 12

        fileprivate init(_ reader: inout ByteReader) throws(ParseError) {
            let word = try reader.uint32()
            isIndex = word >> 31 == 1
            size = word & 0x7FFF_FFFF
            duration = try reader.uint32()
            accessPoint = try reader.uint32()
        }
    }

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        referenceID = try reader.uint32()
        timescale = try reader.uint32()
        earliestPresentationTime = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        firstOffset = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        try reader.skip(2)
        let count = try reader.uint16()
        var table = try reader.part(Int(count) * Reference.encodedSize)
        var references: [Reference] = []
        while !table.isAtEnd {
            references.append(try Reference(&table))
        }
        self.references = references
    }
}
