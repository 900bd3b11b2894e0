import Bitstreams
import ISOBaseMedia
import Testing

/// Boxes written by hand from ISO/IEC 14496-12, 8.8 and 8.16.
struct FragmentBoxTests {
    private func parse<Value>(_ bytes: [UInt8], _ parser: (Box) throws(ParseError) -> Value)
        throws(ParseError) -> Value
    {
        var reader = ByteReader(bytes[...], at: 1000)
        return try parser(try Box(&reader))
    }

    @Test func readsTrackFragmentHeader() throws {
        let flags: UInt32 = 0x02_003B
        let bytes = fullBox(
            "tfhd",
            flags: flags,
            u32(7),
            u64(0x1_0000_0000),
            u32(1),
            u32(512),
            u32(99),
            u32(0x0101_0000)
        )
        let header = try parse(bytes, TrackFragmentHeaderBox.init)
        #expect(header.trackID == 7)
        #expect(header.baseDataOffset == 0x1_0000_0000)
        #expect(header.sampleDescriptionIndex == 1)
        #expect(header.defaultSampleDuration == 512)
        #expect(header.defaultSampleSize == 99)
        #expect(header.defaultSampleFlags == 0x0101_0000)
        #expect(header.defaultBaseIsMovieFragment)
        #expect(!header.durationIsEmpty)
    }

    @Test(
        arguments: [
            ("no columns, default size", 0x0000, [], 3, 10, 30),
            ("no columns, no default", 0x0000, [], 3, nil, nil),
            ("sizes only", 0x0200, u32(1) + u32(2) + u32(.max), 3, 10, 0x1_0000_0002),
            (
                "all columns", 0x0F00,
                (u32(100) + u32(7) + u32(0) + u32(40)) + (u32(100) + u32(8) + u32(0) + u32(0)), 2, nil, 15
            ),
            ("durations and offsets, default size", 0x0900, u32(1) + u32(2), 1, 4, 4),
            ("2^32 - 1 samples without a row", 0x0000, [], .max, .max, 0xFFFF_FFFE_0000_0001),
        ] as [(String, UInt32, [UInt8], UInt32, UInt32?, UInt64?)]
    )
    func addsUpSampleSizes(
        name: String,
        flags: UInt32,
        rows: [UInt8],
        count: UInt32,
        defaultSize: UInt32?,
        expected: UInt64?
    ) throws {
        let run = try parse(fullBox("trun", flags: flags, u32(count), rows), TrackRunBox.init)
        #expect(run.sampleCount == count)
        #expect(run.dataSize(defaultSampleSize: defaultSize) == expected, "\(name)")
    }

    @Test func readsRunOffsets() throws {
        let bytes = fullBox(
            "trun",
            version: 1,
            flags: 0x0205,
            u32(1),
            u32(0xFFFF_FFF0),
            u32(0x0200_0000),
            u32(5)
        )
        let run = try parse(bytes, TrackRunBox.init)
        #expect(run.dataOffset == -16)
        #expect(run.firstSampleFlags == 0x0200_0000)
        #expect(run.dataSize(defaultSampleSize: nil) == 5)
    }

    @Test func readsFragment() throws {
        let track = box(
            "traf",
            fullBox("tfhd", flags: 0x02_0000, u32(1)),
            fullBox("tfdt", version: 1, u64(0x1_0000_0001)),
            box("free"),
            fullBox("trun", flags: 0x0200, u32(1), u32(3))
        )
        let fragment = try parse(box("moof", fullBox("mfhd", u32(42)), track), MovieFragmentBox.init)
        #expect(fragment.offset == 1000)
        #expect(fragment.sequenceNumber == 42)
        #expect(fragment.trackFragments.map(\.offset) == [1024])
        #expect(fragment.trackFragments[0].baseMediaDecodeTime == 0x1_0000_0001)
        #expect(fragment.trackFragments[0].runs.count == 1)
    }

    @Test(
        arguments: [
            ("no mfhd", box("moof"), 1000),
            ("two mfhd", box("moof", fullBox("mfhd", u32(1)), fullBox("mfhd", u32(1))), 1024),
            ("mfhd version 1", box("moof", fullBox("mfhd", version: 1, u32(1))), 1016),
            ("traf without tfhd", box("moof", fullBox("mfhd", u32(1)), box("traf")), 1024),
            (
                "tfdt version 2",
                box("moof", fullBox("mfhd", u32(1)), box("traf", fullBox("tfdt", version: 2, u64(0)))), 1040
            ),
            (
                "trun with a row too few",
                box("moof", box("traf", fullBox("trun", flags: 0x200, u32(2), u32(1)))), 1032
            ),
            ("trun with bytes too many", box("moof", box("traf", fullBox("trun", u32(2), u32(1)))), 1032),
            (
                "trun of 2^32 - 1 rows", box("moof", box("traf", fullBox("trun", flags: 0xF00, u32(.max)))),
                1032
            ),
            ("child past the end", box("moof", u32(20) + code("traf")), 1008),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesFragments(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try parse(bytes, MovieFragmentBox.init) }
        #expect(error?.offset == offset, "\(name)")
    }

    @Test func readsSegmentIndex() throws {
        let reference = u32(0x8000_0010) + u32(900) + u32(0x9000_0000)
        let bytes = fullBox("sidx", version: 1, u32(1), u32(90_000), u64(5), u64(6), [0, 0, 0, 1], reference)
        let index = try parse(bytes, SegmentIndexBox.init)
        #expect(index.timescale == 90_000)
        #expect(index.earliestPresentationTime == 5)
        #expect(index.firstOffset == 6)
        #expect(index.references.map(\.size) == [16])
        #expect(index.references.map(\.isIndex) == [true])
    }

    @Test func refusesSegmentIndexWithoutItsTable() {
        let bytes = fullBox("sidx", u32(1), u32(90_000), u32(5), u32(6), [0, 0, 0xFF, 0xFF], u64(0))
        #expect(throws: ParseError.truncated(offset: 1032, needed: 12 * 65_535, available: 8)) {
            try parse(bytes, SegmentIndexBox.init)
        }
    }

    @Test func readsFileType() throws {
        let type = try parse(
            box("styp", code("msdh"), u32(3), code("msix"), u32(0)),
            FileTypeBox.init
        )
        #expect(type.majorBrand == "msdh")
        #expect(type.minorVersion == 3)
        #expect(type.compatibleBrands == ["msix", FourCharacterCode(rawValue: 0)])
    }

    @Test(
        arguments: [
            ("cut brand", box("ftyp", code("isom"), u32(0), [0x61]), 1016),
            ("brand not printable", box("ftyp", [0x69, 0x73, 0x6F, 0xED], u32(0)), 1008),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesFileType(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try parse(bytes, FileTypeBox.init) }
        #expect(error?.offset == offset, "\(name)")
    }
}
