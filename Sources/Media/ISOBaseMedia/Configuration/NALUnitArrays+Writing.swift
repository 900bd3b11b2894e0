package import Bitstreams

extension NALUnitArrays {
    /// The sets of a nal_unit_type that `avcC` has places for.
    ///
    /// It counts them in 5 and 8 bits, which is one less than there are numbers (ISO/IEC 14496-15, 5.3.3.1). `hvcC` has more places
    /// than numbers.
    package static func avcPlaceCount(_ type: UInt8) -> Int { type == 7 ? 31 : 255 }

    /// The body of `avcC` with other parameter sets; all else stays.
    ///
    /// Where there was none, profile, compatibility and level are those of the first sequence parameter set.
    ///
    /// - Parameters:
    ///   - box: the box as it is.
    ///   - sets: sequence and picture parameter sets, no more than `avcPlaceCount`, each of at most 65535 bytes.
    /// - Returns: the body.
    /// - Throws: `ParseError` where the box is malformed.
    package static func avcBody(of box: Box, replacing sets: [[UInt8]]) throws(ParseError) -> [UInt8] {
        var reader = box.reader
        var body = Array(try reader.take(5))
        let sequenceCount = try reader.uint8() & 0x1F
        for _ in 0..<sequenceCount { _ = try reader.take(try reader.uint16()) }
        for _ in 0..<(try reader.uint8()) { _ = try reader.take(try reader.uint16()) }
        let sequences = sets.filter { ($0.first ?? 0) & 0x1F == 7 }
        let pictures = sets.filter { ($0.first ?? 0) & 0x1F == 8 }
        if sequenceCount == 0, let first = sequences.first, first.count >= 4 {
            body.replaceSubrange(1..<4, with: first[1..<4])
        }
        // Three reserved bits are 1.
        body.append(0xE0 | UInt8(clamping: min(sequences.count, 31)))
        append(sequences, to: &body)
        body.append(UInt8(clamping: pictures.count))
        append(pictures, to: &body)
        return body + reader.rest
    }

    /// The body of `hvcC` with other parameter sets, in complete arrays in front of those of other NAL units; all else
    /// stays.
    ///
    /// - Parameters:
    ///   - box: the box as it is.
    ///   - sets: video, sequence and picture parameter sets, each of at most 65535 bytes.
    /// - Returns: the body.
    /// - Throws: `ParseError` where the box is malformed.
    package static func hevcBody(of box: Box, replacing sets: [[UInt8]]) throws(ParseError) -> [UInt8] {
        var reader = box.reader
        let fields = try reader.take(22)
        var others: [[UInt8]] = []
        for _ in 0..<(try reader.uint8()) {
            var array = reader
            let type = try reader.uint8() & 0x3F
            for _ in 0..<(try reader.uint16()) { _ = try reader.take(try reader.uint16()) }
            guard !(32...34).contains(type) else { continue }
            others.append(Array(try array.take(array.count - reader.count)))
        }
        var arrays: [[UInt8]] = []
        for type in UInt8(32)...34 {
            let units = sets.filter { ($0.first ?? 0) >> 1 & 0x3F == type }
            guard !units.isEmpty else { continue }
            // array_completeness, and a reserved bit that is 0.
            var array = [0x80 | type] + [UInt8](bigEndian: UInt16(clamping: units.count))
            append(units, to: &array)
            arrays.append(array)
        }
        arrays += others
        return fields + [UInt8(clamping: arrays.count)] + arrays.joined() + reader.rest
    }

    private static func append(_ units: [[UInt8]], to body: inout [UInt8]) {
        for unit in units {
            body.append(bigEndian: UInt16(clamping: unit.count))
            body += unit
        }
    }
}
