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
        try reader.expectConfigurationVersion(1, of: box)
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
        try reader.expectConfigurationVersion(1, of: box)
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

extension NALUnitArrays {
    /// Returns the maximum number of parameter sets of a nal_unit_type that `avcC` can hold.
    ///
    /// It counts them in 5 bits (sequence) and 8 bits (picture), which is one less than there are parameter
    /// set ids (ISO/IEC 14496-15, 5.3.3.1). `hvcC` can hold more than there are ids.
    package static func avcCapacity(_ type: UInt8) -> Int { type == 7 ? 31 : 255 }

    /// Returns the body of `avcC` with other parameter sets; all other fields stay.
    ///
    /// If the box has no sequence parameter set, profile, compatibility and level are taken from the first
    /// new one.
    ///
    /// - Parameters:
    ///   - box: the present `avcC` box.
    ///   - sets: sequence and picture parameter sets, at most `avcCapacity(_:)` of each type, each of
    ///     at most 65535 bytes.
    /// - Returns: the body of the new box.
    /// - Throws: `ParseError` if the present box is malformed.
    package static func avcBody(of box: Box, replacing sets: [[UInt8]]) throws(ParseError) -> [UInt8] {
        var reader = box.reader
        var body = Array(try reader.read(5))
        let sequenceCount = try reader.uint8() & 0x1F
        for _ in 0..<sequenceCount { _ = try reader.read(try reader.uint16()) }
        for _ in 0..<(try reader.uint8()) { _ = try reader.read(try reader.uint16()) }
        let sequences = sets.filter { ($0.first ?? 0) & 0x1F == 7 }
        let pictures = sets.filter { ($0.first ?? 0) & 0x1F == 8 }
        if sequenceCount == 0, let first = sequences.first, first.count >= 4 {
            body.replaceSubrange(1..<4, with: first[1..<4])
        }
        // Three reserved bits that are 1, then numOfSequenceParameterSets.
        body.append(0xE0 | UInt8(clamping: min(sequences.count, 31)))
        append(sequences, to: &body)
        body.append(UInt8(clamping: pictures.count))
        append(pictures, to: &body)
        return body + reader.remainingBytes
    }

    /// Returns the body of `hvcC` with other parameter sets.
    ///
    /// The new sets are written as complete arrays before the arrays of other NAL units. All other fields
    /// stay.
    ///
    /// - Parameters:
    ///   - box: the present `hvcC` box.
    ///   - sets: video, sequence and picture parameter sets, each of at most 65535 bytes.
    /// - Returns: the body of the new box.
    /// - Throws: `ParseError` if the present box is malformed.
    package static func hevcBody(of box: Box, replacing sets: [[UInt8]]) throws(ParseError)
        -> [UInt8]
    {
        var reader = box.reader
        let fields = try reader.read(22)
        var otherArrays: [[UInt8]] = []
        for _ in 0..<(try reader.uint8()) {
            var array = reader
            let type = try reader.uint8() & 0x3F
            for _ in 0..<(try reader.uint16()) { _ = try reader.read(try reader.uint16()) }
            guard !(32...34).contains(type) else { continue }
            otherArrays.append(Array(try array.read(array.count - reader.count)))
        }
        var arrays: [[UInt8]] = []
        for type in UInt8(32)...34 {
            let units = sets.filter { ($0.first ?? 0) >> 1 & 0x3F == type }
            guard !units.isEmpty else { continue }
            // array_completeness 1, a reserved bit 0, then NAL_unit_type.
            var array = [0x80 | type] + [UInt8](bigEndian: UInt16(clamping: units.count))
            append(units, to: &array)
            arrays.append(array)
        }
        arrays += otherArrays
        return fields + [UInt8(clamping: arrays.count)] + arrays.joined() + reader.remainingBytes
    }

    private static func append(_ units: [[UInt8]], to body: inout [UInt8]) {
        for unit in units {
            body.append(bigEndian: UInt16(clamping: unit.count))
            body += unit
        }
    }
}
