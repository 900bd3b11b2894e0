package import Bitstreams

/// The NAL unit length size and the parameter sets of an AVC or HEVC decoder configuration (ISO/IEC 14496-15,
/// 5.3.3.1 and 8.3.3.1).
package struct NALUnitArrays: Hashable, Sendable {
    /// The size in bytes of the length before each NAL unit of a sample: 1, 2 or 4.
    package let lengthSize: Int
    /// The parameter sets in order, each a NAL unit with its header; empty if they are in the samples only.
    package let parameterSets: [ArraySlice<UInt8>]

    /// Reads `avcC`: sequence parameter sets, then picture parameter sets.
    ///
    /// Fields after them, which high profiles have, are ignored because some writers get them wrong.
    package init(avc box: Box) throws(ParseError) {
        var reader = box.reader
        try reader.configurationVersion(1, of: box)
        // profile, compatibility, level
        try reader.skip(3)
        lengthSize = try Self.lengthSize(&reader)
        var sets: [ArraySlice<UInt8>] = []
        let sequenceCount = Int(try reader.uint8() & 0x1F)
        try Self.append(sequenceCount, &reader, to: &sets, type: 7) { $0 & 0x1F }
        let pictureCount = Int(try reader.uint8())
        try Self.append(pictureCount, &reader, to: &sets, type: 8) { $0 & 0x1F }
        parameterSets = sets
    }

    /// Reads `hvcC`, and from its arrays the video, sequence and picture parameter sets.
    package init(hevc box: Box) throws(ParseError) {
        var reader = box.reader
        try reader.configurationVersion(1, of: box)
        try reader.skip(20)
        lengthSize = try Self.lengthSize(&reader)
        var sets: [ArraySlice<UInt8>] = []
        for _ in 0..<(try reader.uint8()) {
            let type = try reader.uint8() & 0x3F
            let count = Int(try reader.uint16())
            var units: [ArraySlice<UInt8>] = []
            try Self.append(count, &reader, to: &units, type: type) { $0 >> 1 & 0x3F }
            if (32...34).contains(type) { sets += units }
        }
        parameterSets = sets
    }

    /// Reads the byte that has lengthSizeMinusOne in its two low bits.
    private static func lengthSize(_ reader: inout ByteReader) throws(ParseError) -> Int {
        let offset = reader.offset
        let size = Int(try reader.uint8() & 0x03) + 1
        guard size != 3 else {
            throw .invalid(
                offset: offset,
                field: "lengthSizeMinusOne",
                found: "2",
                expected: "0, 1 or 3"
            )
        }
        return size
    }

    /// Appends the next `count` NAL units, each with a 16-bit length before it.
    private static func append(
        _ count: Int,
        _ reader: inout ByteReader,
        to units: inout [ArraySlice<UInt8>],
        type: UInt8,
        typeOfHeader: (UInt8) -> UInt8
    ) throws(ParseError) {
        for _ in 0..<count {
            let offset = reader.offset
            let unit = try reader.read(try reader.uint16())
            guard let header = unit.first else {
                throw .invalid(
                    offset: offset,
                    field: "length of a parameter set",
                    found: "0",
                    expected: "at least 1"
                )
            }
            guard typeOfHeader(header) == type else {
                throw .invalid(
                    offset: offset + 2,
                    field: "nal_unit_type of a parameter set",
                    found: "\(typeOfHeader(header))",
                    expected: "\(type)"
                )
            }
            units.append(unit)
        }
    }
}
