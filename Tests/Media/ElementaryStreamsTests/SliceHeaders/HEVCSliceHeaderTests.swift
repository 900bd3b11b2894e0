import Bitstreams
import ElementaryStreams
import TestRandomness
import Testing

/// The lengths of HEVC slice segment headers with every field of ITU-T H.265, 7.3.6.
struct HEVCSliceHeaderTests {
    @Test(arguments: HEVCSliceCase.all)
    func measures(_ sample: HEVCSliceCase) throws {
        var writer = HEVCSliceWriter()
        sample.change(&writer)
        // byte_alignment() takes at least one bit.
        #expect(writer.header.count == (sample.bits + 8) / 8 * 8)
        try expectLengths(writer)
    }

    /// Expects the length for whole slices, and a truncation error for prefixes shorter than the header.
    private func expectLengths(_ writer: HEVCSliceWriter, _ comment: Comment? = nil) throws {
        var reader = HEVCSliceHeaderReader()
        // The picture parameter set comes first, as it can be read without its sequence parameter set.
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        let (slice, length) = writer.slice
        for count in 0...slice.count {
            if count >= length {
                #expect(try reader.clearLength(ofSlice: slice.prefix(count), at: 7) == length, comment)
            } else {
                #expect(isTruncated { try reader.clearLength(ofSlice: slice.prefix(count), at: 7) }, comment)
            }
        }
    }

    @Test func measuresRandomHeaders() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 { try expectLengths(.random(&random), "seed \(seed)") }
    }

    @Test func followsSetsThatChange() throws {
        var writer = HEVCSliceWriter()
        var reader = HEVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 6)
        writer.sequence.orderWidth = 16
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 7)
        writer.picture.extraBits = 7
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 8)
    }

    @Test func needsSetsOfTheirIdentifiers() throws {
        let writer = HEVCSliceWriter()
        var reader = HEVCSliceHeaderReader()
        let slice = writer.slice.bytes
        #expect(throws: ParseError.missing(offset: 3, "picture parameter set 5")) {
            try reader.clearLength(ofSlice: slice[...], at: 3)
        }
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        #expect(throws: ParseError.missing(offset: 3, "sequence parameter set 2")) {
            try reader.clearLength(ofSlice: slice[...], at: 3)
        }
        // Parameter sets of other layers are ignored.
        var otherLayerSet = writer.sequence.unit
        otherLayerSet[1] |= 8
        try reader.store(parameterSet: otherLayerSet[...], at: 0)
        #expect(throws: ParseError.missing(offset: 3, "sequence parameter set 2")) {
            try reader.clearLength(ofSlice: slice[...], at: 3)
        }
    }

    /// Types 10, 15, 22, 31, 32, 62; forbidden_zero_bit; another layer; temporal id plus 1 of 0.
    @Test(arguments: [0x1401, 0x1E01, 0x2C01, 0x3E01, 0x4001, 0x7C01, 0x8201, 0x0209, 0x0301, 0x0200])
    func refusesWhatIsNoSlice(header: UInt16) throws {
        let writer = HEVCSliceWriter()
        var reader = HEVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        let slice = [UInt8(header >> 8), UInt8(header & 0xFF)] + writer.slice.bytes.dropFirst(2)
        #expect(isInvalid { try reader.clearLength(ofSlice: slice[...], at: 0) })
    }

    @Test(arguments: HEVCSliceCase.refusals)
    func refusesExcludedValues(_ sample: HEVCSliceCase) throws {
        var writer = HEVCSliceWriter()
        sample.change(&writer)
        var reader = HEVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        #expect(isInvalid { try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) })
    }

    @Test(arguments: HEVCSliceCase.setRefusals)
    func refusesSets(_ sample: HEVCSliceCase) throws {
        var writer = HEVCSliceWriter()
        sample.change(&writer)
        var reader = HEVCSliceHeaderReader()
        #expect(
            isInvalid {
                try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
                try reader.store(parameterSet: writer.picture.unit[...], at: 0)
            }
        )
    }

    @Test func refusesOtherAlignment() throws {
        let writer = HEVCSliceWriter()
        var reader = HEVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequence.unit[...], at: 0)
        try reader.store(parameterSet: writer.picture.unit[...], at: 0)
        let (slice, length) = writer.slice
        // The header of 28 bits ends with the alignment bits 1000.
        for wrong: UInt8 in [0b0000_1000, 0b0000_0001] {
            var changed = slice
            changed[length - 1] ^= wrong
            #expect(isInvalid { try reader.clearLength(ofSlice: changed[...], at: 0) })
        }
    }
}
