package import Bitstreams

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
    ///   - sets: sequence and picture parameter sets, at most `avcPlaceCount` of each type, each of at most
    ///     65535 bytes.
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
    package static func hevcBody(of box: Box, replacing sets: [[UInt8]]) throws(ParseError) -> [UInt8] {
        var reader = box.reader
        let fields = try reader.read(22)
        var others: [[UInt8]] = []
        for _ in 0..<(try reader.uint8()) {
            var array = reader
            let type = try reader.uint8() & 0x3F
            for _ in 0..<(try reader.uint16()) { _ = try reader.read(try reader.uint16()) }
            guard !(32...34).contains(type) else { continue }
            others.append(Array(try array.read(array.count - reader.count)))
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
        arrays += others
        return fields + [UInt8(clamping: arrays.count)] + arrays.joined() + reader.remainingBytes
    }

    private static func append(_ units: [[UInt8]], to body: inout [UInt8]) {
        for unit in units {
            body.append(bigEndian: UInt16(clamping: unit.count))
            body += unit
        }
    }
}
