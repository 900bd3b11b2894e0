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
    package var firstOffset: UInt64
    /// The subsegments.
    package var references: [Reference]

    private let version: UInt8
    private let flags: UInt32
    private let reserved: UInt16
    /// What stands behind the references.
    private let rest: ArraySlice<UInt8>

    /// One subsegment.
    package struct Reference: Hashable, Sendable {
        /// Whether it is a further `sidx` rather than media.
        package let isIndex: Bool
        /// Bytes.
        package var size: UInt32
        /// Ticks.
        package let duration: UInt32
        /// starts_with_SAP, SAP_type and SAP_delta_time as they stand.
        package let accessPoint: UInt32

        fileprivate static let encodedSize = 12

        /// A reference to media.
        package init(mediaSize: UInt32, duration: UInt32, accessPoint: UInt32) {
            isIndex = false
            size = mediaSize
            self.duration = duration
            self.accessPoint = accessPoint
        }

        fileprivate init(_ reader: inout ByteReader) throws(ParseError) {
            let word = try reader.uint32()
            isIndex = word >> 31 == 1
            size = word & 0x7FFF_FFFF
            duration = try reader.uint32()
            accessPoint = try reader.uint32()
        }
    }

    /// An index of what stands right behind it, in version 1 if its time needs 64 bits.
    package init(
        referenceID: UInt32,
        timescale: UInt32,
        earliestPresentationTime: UInt64,
        references: [Reference]
    ) {
        self.referenceID = referenceID
        self.timescale = timescale
        self.earliestPresentationTime = earliestPresentationTime
        firstOffset = 0
        self.references = references
        version = earliestPresentationTime > UInt64(UInt32.max) ? 1 : 0
        flags = 0
        reserved = 0
        rest = []
    }

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        version = full.version
        flags = full.flags
        referenceID = try reader.uint32()
        timescale = try reader.uint32()
        earliestPresentationTime = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        firstOffset = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        reserved = try reader.uint16()
        let count = try reader.uint16()
        var table = try reader.part(Int(count) * Reference.encodedSize)
        var references: [Reference] = []
        while !table.isAtEnd {
            references.append(try Reference(&table))
        }
        self.references = references
        rest = reader.rest
    }

    /// The largest referenced_size: it has 31 bits.
    package static let maximumReferenceSize: UInt64 = 0x7FFF_FFFF

    /// The largest first_offset that the version of this box can hold.
    package var maximumFirstOffset: UInt64 { version == 0 ? UInt64(UInt32.max) : .max }

    /// The body as it is written, byte for byte that which was read where nothing was changed.
    ///
    /// - Precondition: sizes and `firstOffset` are within their limits.
    package var body: [UInt8] {
        var body = [UInt8](bigEndian: UInt32(version) << 24 | flags)
        body.append(bigEndian: referenceID)
        body.append(bigEndian: timescale)
        for time in [earliestPresentationTime, firstOffset] {
            if version == 0 {
                body.append(bigEndian: UInt32(truncatingIfNeeded: time))
            } else {
                body.append(bigEndian: time)
            }
        }
        body.append(bigEndian: reserved)
        body.append(bigEndian: UInt16(truncatingIfNeeded: references.count))
        for reference in references {
            body.append(bigEndian: (reference.isIndex ? 1 << 31 : 0) | reference.size)
            body.append(bigEndian: reference.duration)
            body.append(bigEndian: reference.accessPoint)
        }
        return body + rest
    }
}
