import Bitstreams
import ISOBaseMedia
import Testing

/// Counts larger than any box, unknown versions, and endless nesting of boxes.
struct HostileBoxTests {
    private static let keyID = [UInt8](repeating: 7, count: 16)

    private static func parsed(_ bytes: [UInt8]) throws(ParseError) -> Box {
        var reader = ByteReader(bytes[...])
        return try Box(&reader)
    }

    /// Parses the typed box with all its entries, or throws.
    private static func read(_ bytes: [UInt8]) throws(ParseError) {
        let box = try parsed(bytes)
        switch box.type {
        case "saiz": _ = try SampleAuxiliaryInformationSizesBox(box)
        case "saio": _ = try SampleAuxiliaryInformationOffsetsBox(box)
        case "sgpd": _ = try SampleEncryptionGroup.descriptions(box)
        case "sbgp": _ = try SampleToGroupBox(box)
        case "trun": _ = try TrackRunBox(box)
        case "tfhd": _ = try TrackFragmentHeaderBox(box)
        case "sidx": _ = try SegmentIndexBox(box)
        case "elst": _ = try EditListBox(box)
        case "mdhd": _ = try MediaHeaderBox(box)
        case "esds": _ = try ElementaryStreamDescriptorBox(box)
        case "dec3": _ = try EAC3ConfigurationBox(box)
        case "senc":
            let list = try SampleEncryptionBox(box)
            var reader = list.samples
            for _ in 0..<list.sampleCount { _ = try list.nextSample(&reader, ivSize: 0) }
        default: Issue.record("\(box.type)")
        }
    }

    @Test(
        arguments: [
            ("saiz of a size for each", fullBox("saiz", [0], u32(.max), [1, 2]), 17),
            ("saiz without count", fullBox("saiz", [8, 0, 0]), 13),
            ("saiz version 1", fullBox("saiz", version: 1, [8], u32(0)), 8),
            ("saio", fullBox("saio", u32(.max), u32(0)), 16),
            ("saio of 64 bits", fullBox("saio", version: 1, u32(2), u64(0)), 16),
            ("saio version 2", fullBox("saio", version: 2, u32(0)), 8),
            ("senc of vectors and subsamples", fullBox("senc", flags: 2, u32(.max), [0, 0]), 18),
            ("senc with subsamples over the end", fullBox("senc", flags: 2, u32(1), [0xFF, 0xFF, 0]), 18),
            ("senc version 1", fullBox("senc", version: 1, u32(0)), 8),
            ("sgpd", fullBox("sgpd", version: 1, code("seig"), u32(20), u32(.max), [0, 0]), 24),
            ("sgpd with sizes", fullBox("sgpd", version: 1, code("seig"), u32(0), u32(1), u32(.max)), 28),
            ("sgpd version 0", fullBox("sgpd", code("seig"), u32(0)), 8),
            (
                "sgpd, vectors of 12 bytes",
                fullBox("sgpd", version: 1, code("seig"), u32(20), u32(1), [0, 0, 1, 12], keyID), 27
            ),
            (
                "sgpd, constant vector of 4 bytes",
                fullBox("sgpd", version: 1, code("seig"), u32(21), u32(1), [0, 0x19, 1, 0], keyID, [4]), 44
            ),
            ("sbgp", fullBox("sbgp", code("seig"), u32(.max), u64(0)), 20),
            ("sbgp version 2", fullBox("sbgp", version: 2, code("seig"), u32(0)), 8),
            ("trun version 2", fullBox("trun", version: 2, u32(0)), 8),
            ("tfhd version 1", fullBox("tfhd", version: 1, u32(1)), 8),
            ("sidx version 2", fullBox("sidx", version: 2, u64(0), u64(0), u64(0), u32(0)), 8),
            ("elst", fullBox("elst", u32(.max), u64(0)), 16),
            ("elst version 2", fullBox("elst", version: 2, u32(0)), 8),
            ("elst cut short", fullBox("elst", version: 1, u32(1), u64(0), u64(0)), 16),
            ("mdhd, timescale 0", fullBox("mdhd", u64(0), u32(0), u32(1), u32(0)), 20),
            ("mdhd version 2", fullBox("mdhd", version: 2, u64(0), u64(0), u64(0), u64(0)), 8),
            ("mdhd cut short", fullBox("mdhd", u64(0), u32(1)), 24),
            (
                "esds, a size that does not end",
                fullBox("esds", [3, 0x80, 0x80, 0x80, 0x80, 3, 0, 0, 0]), 17
            ),
            ("esds, a decoder larger than its stream", fullBox("esds", [3, 5, 0, 1, 0, 4, 20, 0x40]), 19),
            // data_rate and a count of eight independent substreams, of which only four are there.
            ("dec3", box("dec3", [0, 7], [UInt8](repeating: 0, count: 12)), nil),
        ] as [(String, [UInt8], UInt64?)]
    )
    func isRefused(name: String, bytes: [UInt8], offset: UInt64?) {
        let error = #expect(throws: ParseError.self) { try Self.read(bytes) }
        if let offset { #expect(error?.offset == offset, "\(error?.description ?? "")") }
    }

    /// Edits with rates other than 1, and empty edits, are read unchanged.
    @Test func oddEdits() throws {
        let bytes = fullBox("elst", u32(2), u32(0), u32(.max), u32(0x2_0000), u32(0), u32(0), u32(0))
        let edits = try EditListBox(try Self.parsed(bytes)).edits
        #expect(edits.map(\.duration) == [0, 0])
        #expect(edits.map(\.mediaTime) == [nil, 0])
        #expect(edits.map(\.rate) == [0x2_0000, 0])
    }

    /// Only containers at their specified place are parsed, so no input makes the recursion deep.
    @Test(arguments: ["moov", "moof", "trak", "sinf"])
    func deepNesting(type: String) throws {
        var bytes = box(type)
        for _ in 0..<500 { bytes = box(type, bytes) }
        var reader = BoxTreeReader()
        let nodes = try reader.nodes(ByteReader(bytes[...]))
        #expect(nodes.flatMap(\.bytes) == bytes)
        var depth = 0
        var node = nodes.first
        while let next = node {
            depth += 1
            node = next.children.first
        }
        #expect(depth <= 2)
    }

    /// A sample description box inside a sample entry is not parsed.
    @Test func sampleDescriptionsInEntries() throws {
        var entry = box("avc1", [UInt8](repeating: 0, count: 78))
        for _ in 0..<60 {
            entry = box("avc1", [UInt8](repeating: 0, count: 78), fullBox("stsd", u32(1), entry))
        }
        let table = box("stbl", fullBox("stsd", u32(1), entry))
        let media = box("mdia", fullBox("hdlr", u32(0), code("vide")), box("minf", table))
        let bytes = box("moov", box("trak", media))
        var reader = BoxTreeReader()
        var node = try reader.nodes(ByteReader(bytes[...])).first
        var depth = 0
        while let next = node {
            depth += 1
            node = next.children.last
        }
        // moov, trak, mdia, minf, stbl, stsd, avc1, stsd
        #expect(depth == 8)
    }
}
