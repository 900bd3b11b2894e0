import Bitstreams
import ISOBaseMedia
import Testing

struct BoxTreeTests {
    private static let uuid = [UInt8](0..<16)

    private static func read(_ bytes: [UInt8]) throws(ParseError) -> [BoxNode] {
        var reader = BoxTreeReader()
        return try reader.nodes(ByteReader(bytes[...], at: 0))
    }

    /// Returns the box types of a tree, such as "moov(trak(free))".
    private static func outline(_ nodes: [BoxNode]) -> String {
        nodes.map { node in
            node.isContainer ? "\(node.type)(\(outline(node.children)))" : "\(node.type)"
        }.joined(separator: " ")
    }

    private static func movie(handler: String, descriptionVersion: UInt8 = 0, entry: [UInt8]) -> [UInt8] {
        let handlerBox = fullBox("hdlr", u32(0) + code(handler))
        let table = box("stbl", fullBox("stsd", version: descriptionVersion, u32(1), entry))
        return box("moov", box("trak", box("mdia", handlerBox, box("minf", table))))
    }

    private static let information = box("sinf", box("frma", code("avc1")), box("schi", box("tenc")))
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test(
        arguments: [
            ("leaves", box("ftyp", [1, 2]) + box("free") + box("mdat", [9]), "ftyp free mdat"),
            ("containers", box("moov", box("trak", box("edts", box("elst")))), "moov(trak(edts(elst)))"),
            ("64 bits", u32(1) + code("moof") + u64(24) + box("traf"), "moof(traf())"),
            ("uuid with 64 bits", u32(1) + code("uuid") + u64(33) + uuid + [7], "uuid"),
            ("to the end", box("ftyp") + u32(0) + code("moov") + box("mvhd"), "ftyp moov(mvhd)"),
            ("user data is not looked into", box("moov", box("udta", [1, 2, 3])), "moov(udta)"),
            ("container in the wrong place", box("moov", box("moov", [1, 2, 3])), "moov(moov)"),
            ("sinf outside of entries", box("moov", box("sinf", [1])), "moov(sinf)"),
            (
                "video", movie(handler: "vide", entry: box("encv", zeros(78) + information)),
                "moov(trak(mdia(hdlr minf(stbl(stsd(encv(sinf(frma schi(tenc)))))))))"
            ),
            (
                "zero bytes behind the boxes of an entry",
                movie(handler: "vide", entry: box("avc1", zeros(78) + box("avcC") + zeros(4))),
                "moov(trak(mdia(hdlr minf(stbl(stsd(avc1(avcC)))))))"
            ),
            (
                "audio", movie(handler: "soun", entry: box("mp4a", zeros(28) + box("esds"))),
                "moov(trak(mdia(hdlr minf(stbl(stsd(mp4a(esds)))))))"
            ),
            (
                "QuickTime's audio",
                movie(handler: "soun", entry: box("mp4a", zeros(9) + [1] + zeros(34) + box("wave", [1]))),
                "moov(trak(mdia(hdlr minf(stbl(stsd(mp4a(wave)))))))"
            ),
            (
                "newer audio",
                movie(
                    handler: "soun",
                    descriptionVersion: 1,
                    entry: box("mp4a", zeros(9) + [1] + zeros(18) + box("esds"))
                ),
                "moov(trak(mdia(hdlr minf(stbl(stsd(mp4a(esds)))))))"
            ),
            (
                "text", movie(handler: "text", entry: box("wvtt", [1, 2, 3])),
                "moov(trak(mdia(hdlr minf(stbl(stsd(wvtt))))))"
            ),
        ] as [(String, [UInt8], String)]
    )
    func isReadAndWrittenAsItStands(name: String, bytes: [UInt8], outline: String) throws {
        let nodes = try Self.read(bytes)
        #expect(Self.outline(nodes) == outline)
        #expect(nodes.flatMap(\.bytes) == bytes)
        #expect(nodes.map(\.size).reduce(0, +) == UInt64(bytes.count))
    }

    @Test(
        arguments: [
            ("stray bytes", box("moov", [0, 0, 0]), 8),
            ("child over the end", box("moov", u32(9) + code("trak")), 8),
            ("child to the end", box("moov", u32(0) + code("trak")), 8),
            ("entry cut short", movie(handler: "vide", entry: box("avc1", zeros(77))), 84),
            ("stsd cut short", box("stsd", [0, 0, 0]), 8),
            ("too many boxes", box("moov", (0..<100_000).flatMap { _ in box("free") }), 800_000),
        ] as [(String, [UInt8], UInt64)]
    )
    func isRefused(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try Self.read(bytes) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test func faultsEndAContainerOnly() throws {
        let damaged = box("moov", box("mvhd"), box("trak", [1, 2, 3]), box("free"), [5, 6])
        var reader = BoxTreeReader(isLenient: true)
        let nodes = try reader.nodes(ByteReader((damaged + box("skip"))[...]))
        #expect(Self.outline(nodes) == "moov(mvhd trak() free) skip")
        #expect(reader.faults.map(\.offset) == [24, 35])
        #expect(nodes.flatMap(\.bytes) == damaged + box("skip"))
    }

    @Test func sizesFollowWhatIsChanged() throws {
        let large = u32(1) + code("traf") + u64(16 + 8) + box("tfhd")
        var fragment = try #require(try Self.read(box("moof", box("mfhd"), large, box("free"))).first)
        fragment.updateAll("traf") { track in
            track.children.append(BoxNode("senc", fields: [1, 2, 3]))
        }
        fragment.removeAll("free")
        let grown = u32(1) + code("traf") + u64(16 + 8 + 11) + box("tfhd") + box("senc", [1, 2, 3])
        #expect(fragment.bytes == box("moof", box("mfhd"), grown))
        #expect(fragment.size == UInt64(fragment.bytes.count))
        #expect(fragment.headerSize == 8 && fragment.children[1].headerSize == 16)
    }

    @Test func oneChildIsFound() throws {
        let node = try #require(try Self.read(box("moof", box("mfhd", [1]), box("traf"), box("traf"))).first)
        #expect(try node.only("mfhd").fields == [1])
        #expect(try node.atMostOne("free") == nil)
        #expect(node.all("traf").count == 2)
        #expect(throws: ParseError.self) { try node.only("free") }
        #expect(throws: ParseError.self) { try node.atMostOne("traf") }
    }
}
