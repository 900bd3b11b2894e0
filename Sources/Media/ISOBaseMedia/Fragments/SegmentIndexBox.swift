package import Bitstreams

/// `sidx`: the sizes and durations of subsegments (ISO/IEC 14496-12, 8.16.3).
package struct SegmentIndexBox: Hashable, Sendable {
    /// reference_ID: the indexed stream, in MP4 its track_ID.
    package let referenceID: UInt32
    /// The ticks per second.
    package let timescale: UInt32
    /// The earliest presentation time of the first subsegment, in ticks.
    package let earliestPresentationTime: UInt64
    /// The distance from the end of this box to the first subsegment, in bytes.
    package var firstOffset: UInt64
    /// The subsegments, in order.
    package var references: [Reference]

    private let version: UInt8
    private let flags: UInt32
    private let reserved: UInt16
    /// The bytes after the references, kept as they are.
    private let rest: ArraySlice<UInt8>

    /// A reference to one subsegment.
    package struct Reference: Hashable, Sendable {
        /// Indicates whether the reference is to another `sidx` instead of media.
        package let isIndex: Bool
        /// referenced_size in bytes, at most `maximumReferenceSize`.
        package var size: UInt32
        /// subsegment_duration in ticks.
        package let duration: UInt32
        /// The 32 bits of starts_with_SAP, SAP_type and SAP_delta_time.
        package let accessPoint: UInt32

        fileprivate static let encodedSize = 12

        /// Creates a reference to media.
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

    /// Creates an index of the subsegments right after it, in version 1 if its time needs 64 bits.
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
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        version = full.version
        flags = full.flags
        referenceID = try reader.uint32()
        timescale = try reader.uint32()
        earliestPresentationTime = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        firstOffset = full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
        reserved = try reader.uint16()
        let count = try reader.uint16()
        var table = try reader.subreader(Int(count) * Reference.encodedSize)
        var references: [Reference] = []
        while !table.isAtEnd {
            references.append(try Reference(&table))
        }
        self.references = references
        rest = reader.remainingBytes
    }

    /// The maximum referenced_size in bytes: the field has 31 bits.
    package static let maximumReferenceSize: UInt64 = 0x7FFF_FFFF

    /// The maximum first_offset in the version of this box, in bytes.
    package var maximumFirstOffset: UInt64 { version == 0 ? UInt64(UInt32.max) : .max }

    /// The serialized body, equal to the bytes that were read if nothing was changed.
    ///
    /// - Precondition: sizes and `firstOffset` are within their limits.
    package var body: [UInt8] {
        var body = [UInt8](bigEndian: UInt32(version) << 24 | flags)
        body.append(bigEndian: referenceID)
        body.append(bigEndian: timescale)
        for value in [earliestPresentationTime, firstOffset] {
            if version == 0 {
                body.append(bigEndian: UInt32(truncatingIfNeeded: value))
            } else {
                body.append(bigEndian: value)
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
