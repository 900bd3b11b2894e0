import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

/// `sidx` and `mfra` are updated to the sizes and offsets of the output.
@Suite struct SegmentIndexTests {
    private static let first = FragmentBuilder(track: 1, samples: [sample, sample])
    private static let second = FragmentBuilder(track: 1, samples: [sample, sample, sample])
    private static let sample = FragmentBytes.number(5, 4) + [0x06, 1, 2, 3, 4]

    private static func index(version: Int, firstOffset: Int, sizes: [Int]) -> [UInt8] {
        let width = version == 0 ? 4 : 8
        let references = sizes.flatMap { size -> [UInt8] in
            FragmentBytes.number(size, 4) + FragmentBytes.number(100, 4) + [0x90, 0, 0, 0]
        }
        let times = FragmentBytes.number(0, width) + FragmentBytes.number(firstOffset, width)
        return FragmentBytes.box(
            "sidx",
            FragmentBytes.number(version << 24, 4) + FragmentBytes.number(1, 4)
                + FragmentBytes.number(1000, 4) + times,
            FragmentBytes.number(sizes.count, 4) + references
        )
    }

    @Test(arguments: [0, 1], [UInt64(0), 70_000])
    func sizesFollow(version: Int, offset: UInt64) throws {
        let free = FragmentBytes.box("free", [1, 2])
        let sizes = [Self.first.bytes.count, Self.second.bytes.count]
        let clear =
            Self.index(version: version, firstOffset: free.count, sizes: sizes) + free + Self.first.bytes
            + Self.second.bytes
        let movie = try SyntheticMovie.clear()
        let result = try FragmentRun.survey(clear, movie, at: offset).encrypted
        let offsetMap = FileOffsetMap(runs: [
            FileOffsetMap.Run(
                clearRange: offset..<offset + UInt64(clear.count),
                outputOffset: offset + 33,
                outputLength: result.length,
                map: result.map
            )
        ])
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let written = try FragmentRun.write(clear, movie, treatment, at: offset, offsetMap: offsetMap)
        // saiz 17, saio 20, senc 16, and 8 for each sample: 2 in senc for the subsample count and 6 for one
        // subsample.
        let grown = [sizes[0] + 17 + 20 + 16 + 16, sizes[1] + 17 + 20 + 16 + 24]
        let expected = Self.index(version: version, firstOffset: free.count, sizes: grown)
        #expect(Array(written.bytes.prefix(expected.count)) == expected)
        #expect(written.bytes.count == expected.count + free.count + grown[0] + grown[1])
        let invariant = try FragmentRun.invariant(clear, movie)
        #expect(invariant.code == written.outcome.mac)
    }

    @Test(arguments: [-1, 1, 1_000_000])
    func refusesBordersThatAreNotInTheOutput(shift: Int) throws {
        let size = Self.first.bytes.count
        let clear = Self.index(version: 0, firstOffset: 0, sizes: [size + shift]) + Self.first.bytes
        let movie = try SyntheticMovie.clear()
        let result = try FragmentRun.survey(clear, movie).encrypted
        // The output leaves out the last two bytes of the segment.
        let offsetMap = FileOffsetMap(runs: [
            FileOffsetMap.Run(
                clearRange: 0..<UInt64(clear.count - 2),
                outputOffset: 0,
                outputLength: result.length,
                map: result.map
            )
        ])
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        #expect(throws: SampleEncryptionError.self) {
            try FragmentRun.write(clear, movie, treatment, offsetMap: offsetMap)
        }
    }

    /// A value that its field cannot hold is refused, and the largest one that it can hold is accepted.
    ///
    /// Field widths (ISO/IEC 14496-12, 8.16.3): referenced_size has 31 bits, first_offset 32 in version 0 and
    /// 64 in version 1.
    @Test(
        arguments: [
            (version: 0, firstOffset: 0, size: (1 << 31) - 1, what: String?.none),
            (
                version: 0, firstOffset: 0, size: 1 << 31,
                what: "the subsegment at byte 1054 of the file is 2147483648 bytes"
            ),
            (version: 0, firstOffset: (1 << 32) - 1, size: 100, what: nil),
            (version: 0, firstOffset: 1 << 32, size: 100, what: "the first offset is 4294967296 bytes"),
            (version: 1, firstOffset: 1 << 32, size: 100, what: nil),
        ] as [(version: Int, firstOffset: Int, size: Int, what: String?)]
    )
    func numbersHaveRoom(_ output: (version: Int, firstOffset: Int, size: Int, what: String?)) throws {
        let clear = Self.index(version: output.version, firstOffset: 10, sizes: [500])
        let end = UInt64(1000 + clear.count)
        let offsetMap = FileOffsetMap(runs: [
            .init(clearRange: 1000..<end, outputOffset: 0, outputLength: UInt64(clear.count), map: .identity),
            .init(
                clearRange: end + 10..<end + 510,
                outputOffset: UInt64(clear.count + output.firstOffset),
                outputLength: UInt64(output.size),
                map: .identity
            ),
        ])
        let result = Result { try SegmentIndexRewriter.move(clear, at: 1000, to: offsetMap) }
        guard let what = output.what else {
            let expected = Self.index(
                version: output.version,
                firstOffset: output.firstOffset,
                sizes: [output.size]
            )
            #expect(try result.get() == expected)
            return
        }
        let error = #expect(throws: SampleEncryptionError.self) { try result.get() }
        guard case .unsupported(1000, let found, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.contains(what), "\(found)")
    }

    /// Offsets of fragments that are in the output are updated; others stay.
    @Test(arguments: [0, 1])
    func randomAccessFollows(version: Int) throws {
        let width = version == 0 ? 4 : 8
        func table(_ offsets: [Int]) -> [UInt8] {
            // The numbers of track fragment, run and sample have one, two and four bytes.
            let entries = offsets.flatMap { offset -> [UInt8] in
                FragmentBytes.number(5, width) + FragmentBytes.number(offset, width) + [1, 0, 1, 0, 0, 0, 1]
            }
            let fields = [version << 24, 1, 0b00_01_11, offsets.count].flatMap { FragmentBytes.number($0, 4) }
            return FragmentBytes.box(
                "mfra",
                FragmentBytes.box("tfra", fields, entries),
                FragmentBytes.box("mfro", [0, 0, 0, 0, 0, 0, 0, 9])
            )
        }
        let size = Self.first.bytes.count
        let clear = Self.first.bytes + Self.second.bytes + table([0, size, 999_999])
        let movie = try SyntheticMovie.clear()
        let result = try FragmentRun.survey(clear, movie).encrypted
        let offsetMap = FileOffsetMap(runs: [
            FileOffsetMap.Run(
                clearRange: 0..<UInt64(clear.count),
                outputOffset: 40,
                outputLength: result.length,
                map: result.map
            )
        ])
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let written = try FragmentRun.write(clear, movie, treatment, offsetMap: offsetMap)
        let expected = table([40, 40 + size + 17 + 20 + 16 + 16, 999_999])
        #expect(Array(written.bytes.suffix(expected.count)) == expected)
        #expect(try FragmentRun.invariant(clear, movie).code == written.outcome.mac)
    }
}
