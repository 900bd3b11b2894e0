import Bitstreams
import ISOBaseMedia
import Testing

/// Sample tables written by hand from ISO/IEC 14496-12, 8.6 and 8.7.
struct SampleTableTests {
    private struct Tables {
        var times = fullBox("stts", u32(2), u32(2), u32(10), u32(1), u32(0))
        var offsets: [UInt8] = []
        var chunks = fullBox("stsc", u32(2), u32(1), u32(2), u32(1), u32(2), u32(1), u32(2))
        var sizes = fullBox("stsz", u32(0), u32(3), u32(5), u32(6), u32(7))
        var chunkOffsets = fullBox("stco", u32(2), u32(100), u32(200))
        var sync: [UInt8] = []

        var more: [UInt8] = []

        func read(descriptions: Int = 2) throws(ParseError) -> SampleTable {
            let bytes = box("stbl", times, offsets, chunks, sizes, chunkOffsets, sync, more)
            var reader = BoxTreeReader()
            var bytesReader = ByteReader(bytes[...])
            return try SampleTable(try reader.node(&bytesReader), descriptionCount: descriptions)
        }
    }

    /// Returns the fields of each sample as text, in the order below.
    private static func rows(_ table: SampleTable, fileSize: UInt64 = 1000) throws(ParseError) -> [String] {
        var iterator = TableSampleIterator(table, fileSize: fileSize)
        var lines: [String] = []
        while let sample = try iterator.next() {
            lines.append(
                "\(sample.decodeTime) \(sample.duration) \(sample.compositionOffset) \(sample.offset) \(sample.size)"
                    + " \(sample.isSync) \(sample.descriptionIndex)"
            )
        }
        return lines
    }

    @Test func samplesComeFromAllTables() throws {
        var tables = Tables()
        #expect(
            try Self.rows(try tables.read()) == [
                "0 10 0 100 5 true 1", "10 10 0 105 6 true 1", "20 0 0 200 7 true 2",
            ]
        )
        tables.offsets = fullBox("ctts", version: 1, u32(2), u32(1), u32(.max), u32(2), u32(3))
        tables.sizes = fullBox("stz2", u32(4), u32(3), [0x56, 0x70])
        tables.chunkOffsets = fullBox("co64", u32(2), u64(0x2_0000_0000), u64(50))
        tables.sync = fullBox("stss", u32(1), u32(2))
        #expect(
            try Self.rows(try tables.read(), fileSize: 0x3_0000_0000) == [
                "0 10 -1 8589934592 5 false 1", "10 10 3 8589934597 6 true 1", "20 0 3 50 7 false 2",
            ]
        )
    }

    /// Samples that begin open GOPs: `stps` of QuickTime, and sample groups of type `rap ` (8.9.2 and 10.4).
    @Test(
        arguments: [
            (fullBox("stps", u32(1), u32(3)), [true, false, true]),
            (
                fullBox("sbgp", Array("rap ".utf8), u32(2), u32(1), u32(0), u32(1), u32(1)),
                [true, true, false]
            ),
            (fullBox("sbgp", Array("roll".utf8), u32(1), u32(3), u32(1)), [true, false, false]),
        ]
    )
    func openGroupsBeginWithSyncSamples(more: [UInt8], expected: [Bool]) throws {
        var tables = Tables()
        tables.sync = fullBox("stss", u32(1), u32(1))
        tables.more = more
        var iterator = TableSampleIterator(try tables.read(), fileSize: 1000)
        var found: [Bool] = []
        while let sample = try iterator.next() { found.append(sample.isSync) }
        #expect(found == expected)
    }

    @Test func runsWithoutSamplesAreSkipped() throws {
        var tables = Tables()
        tables.times = fullBox("stts", u32(3), u32(0), u32(9), u32(3), u32(4), u32(0), u32(1))
        #expect(try Self.rows(try tables.read()).map { $0.prefix(4) } == ["0 4 ", "4 4 ", "8 4 "])
    }

    @Test func tablesOfAFragmentedMovieAreEmpty() throws {
        let tables = Tables(
            times: fullBox("stts", u32(0)),
            chunks: fullBox("stsc", u32(0)),
            sizes: fullBox("stsz", u32(0), u32(0)),
            chunkOffsets: fullBox("stco", u32(0))
        )
        #expect(try Self.rows(try tables.read()).isEmpty)
    }

    /// With a constant sample size, a few bytes describe four billion samples.
    @Test func manySamplesCostNoMemory() throws {
        let tables = Tables(
            times: fullBox("stts", u32(1), u32(.max), u32(.max >> 1)),
            chunks: fullBox("stsc", u32(1), u32(1), u32(.max), u32(1)),
            sizes: fullBox("stsz", u32(.max), u32(.max)),
            chunkOffsets: fullBox("stco", u32(1), u32(0))
        )
        var iterator = TableSampleIterator(try tables.read(), fileSize: 0x2_0000_0000)
        #expect(try iterator.next()?.size == .max)
        #expect(try iterator.next()?.offset == UInt64(UInt32.max))
        #expect(throws: ParseError.self) { try iterator.next() }
    }

    @Test(
        arguments: [
            ("stts", "times", fullBox("stts", u32(1), u32(2), u32(10))),
            ("stts", "times", fullBox("stts", u32(0x1000_0000), u32(3), u32(10))),
            ("stts", "times", fullBox("stts", u32(1), u32(3), u32(10), u32(0))),
            ("version", "times", fullBox("stts", version: 1, u32(1), u32(3), u32(10))),
            (
                "sum of the durations", "times",
                fullBox("stts", u32(2), u32(.max), u32(.max), u32(.max), u32(.max))
            ),
            ("ctts", "offsets", fullBox("ctts", u32(1), u32(2), u32(0))),
            ("version", "offsets", fullBox("ctts", version: 2, u32(1), u32(3), u32(0))),
            ("stsc", "chunks", fullBox("stsc", u32(1), u32(2), u32(2), u32(1))),
            ("stsc", "chunks", fullBox("stsc", u32(1), u32(1), u32(0), u32(1))),
            ("stsc", "chunks", fullBox("stsc", u32(1), u32(1), u32(2), u32(0))),
            ("stsc", "chunks", fullBox("stsc", u32(2), u32(1), u32(2), u32(1), u32(1), u32(1), u32(1))),
            ("stsc", "chunks", fullBox("stsc", u32(2), u32(1), u32(1), u32(1), u32(3), u32(1), u32(1))),
            ("stsc", "chunks", fullBox("stsc", u32(1), u32(1), u32(2), u32(1))),
            ("stsc", "chunks", fullBox("stsc", u32(0))),
            (
                "sample_description_index", "chunks",
                fullBox("stsc", u32(2), u32(1), u32(2), u32(1), u32(2), u32(1), u32(3))
            ),
            ("stsz", "sizes", fullBox("stsz", u32(0), u32(.max), u32(5))),
            ("stts", "sizes", fullBox("stsz", u32(1), u32(.max))),
            ("field_size", "sizes", fullBox("stz2", u32(5), u32(3), [1, 2])),
            ("stz2", "sizes", fullBox("stz2", u32(16), u32(3), [1, 2, 3, 4, 5])),
            ("stco", "places", fullBox("stco", u32(.max), u32(1))),
            ("co64", "places", []),
            ("stss", "sync", fullBox("stss", u32(2), u32(2), u32(2))),
            ("stss", "sync", fullBox("stss", u32(1), u32(0))),
            ("stss", "sync", fullBox("stss", u32(1), u32(4))),
        ] as [(String, String, [UInt8])]
    )
    func isRefused(word: String, table: String, bytes: [UInt8]) {
        var tables = Tables()
        switch table {
        case "times": tables.times = bytes
        case "offsets": tables.offsets = bytes
        case "chunks": tables.chunks = bytes
        case "sizes": tables.sizes = bytes
        case "places": tables.chunkOffsets = bytes
        default: tables.sync = bytes
        }
        let error = #expect(throws: ParseError.self) { try tables.read() }
        let text = error?.description ?? ""
        if case .invalid? = error { #expect(text.contains(word) || word.hasPrefix("stz2"), "\(text)") }
    }

    @Test(arguments: [(206, 6), (150, 0)] as [(UInt64, UInt64)])
    func samplesBehindTheEndOfTheFileAreRefused(fileSize: UInt64, available: UInt64) throws {
        let table = try Tables().read()
        let error = #expect(throws: ParseError.self) { try Self.rows(table, fileSize: fileSize) }
        #expect(error == .truncated(offset: 200, needed: 7, available: available))
    }

    @Test func edits() throws {
        let short = fullBox("elst", u32(2), u32(5), u32(.max), u32(0x1_0000), u32(7), u32(1024), u32(0))
        let long = fullBox("elst", version: 1, u32(1), u64(1 << 33), u64(1 << 34), u32(0x1_0000))
        let expected: [([UInt8], [EditListBox.Edit])] = [
            (
                short,
                [
                    EditListBox.Edit(duration: 5, mediaTime: nil),
                    EditListBox.Edit(duration: 7, mediaTime: 1024, rate: 0),
                ]
            ),
            (long, [EditListBox.Edit(duration: 1 << 33, mediaTime: 1 << 34)]),
        ]
        for (bytes, edits) in expected {
            var reader = ByteReader(bytes[...])
            let list = try EditListBox(try Box(&reader))
            #expect(list.edits == edits)
            #expect(list.node.bytes == bytes)
        }
        var damaged = ByteReader(fullBox("elst", u32(1), u32(5), u32(.max - 1), u32(1))[...])
        let box = try Box(&damaged)
        #expect(throws: ParseError.self) { try EditListBox(box) }
    }

    @Test(
        arguments: [
            (fullBox("mdhd", u32(0), u32(0), u32(48_000), u32(77), [0x15, 0xC7, 0, 0]), 48_000, 77, "eng"),
            (fullBox("mdhd", u32(0), u32(0), u32(1), u32(.max), [0, 0, 0, 0]), 1, nil, nil),
            (
                fullBox("mdhd", version: 1, u64(0), u64(0), u32(9), u64(1 << 40), [0x55, 0xC4, 0, 0]), 9,
                1 << 40,
                "und"
            ),
        ] as [([UInt8], UInt32, UInt64?, String?)]
    )
    func mediaHeader(bytes: [UInt8], timescale: UInt32, duration: UInt64?, language: String?) throws {
        var reader = ByteReader(bytes[...])
        let header = try MediaHeaderBox(try Box(&reader))
        #expect(header.timescale == timescale)
        #expect(header.duration == duration)
        #expect(header.language == language)
    }
}
