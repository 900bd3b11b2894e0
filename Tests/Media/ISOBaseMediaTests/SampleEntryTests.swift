import Bitstreams
import ISOBaseMedia
import Testing

/// Sample entries and the boxes in them, written by hand from the specifications named in their types.
struct SampleEntryTests {
    private static func parsed(_ bytes: [UInt8]) throws(ParseError) -> Box {
        var reader = ByteReader(bytes[...])
        return try Box(&reader)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test func readsSizesOfVideo() throws {
        let entry = box(
            "avc1",
            Self.zeros(24),
            [0x07, 0x80, 0x04, 0x38],
            Self.zeros(50),
            box("pasp", Self.zeros(8))
        )
        let fields = try VisualSampleEntry(try Self.parsed(entry))
        #expect(fields.width == 1920 && fields.height == 1080)
        var children = fields.children
        #expect(try children.next()?.type == "pasp")
    }

    /// A QuickTime entry of version 1 has 16 more bytes, version 2 has 36.
    ///
    /// Version 1 in a `stsd` of version 1 has none.
    @Test(arguments: [(0, 0, 0), (0, 1, 16), (0, 2, 36), (1, 1, 0)] as [(UInt8, UInt8, Int)])
    func readsAudio(descriptionVersion: UInt8, version: UInt8, more: Int) throws {
        let fixed: [UInt8] = Self.zeros(8) + [0, version] + Self.zeros(6) + [0, 6] + Self.zeros(10)
        let entry = box("mp4a", fixed, Self.zeros(more), box("esds"))
        let fields = try AudioSampleEntry(try Self.parsed(entry), descriptionVersion: descriptionVersion)
        #expect(fields.channelCount == 6)
        var children = fields.children
        #expect(try children.next()?.type == "esds")
    }

    @Test func refusesUnknownVersionsOfAudio() throws {
        let entry = try Self.parsed(box("mp4a", Self.zeros(8), [0, 3], Self.zeros(18)))
        #expect(throws: ParseError.self) { try AudioSampleEntry(entry, descriptionVersion: 0) }
    }

    @Test func findsTheFormatBehindProtection() throws {
        let entry = try Self.parsed(box("encv", box("sinf", box("frma", code("hvc1")), box("schm"))))
        #expect(try OriginalFormatBox.format(of: entry, entry.children) == "hvc1")
        let bare = try Self.parsed(box("encv", box("sinf")))
        #expect(throws: ParseError.self) { try OriginalFormatBox.format(of: bare, bare.children) }
        let clear = try Self.parsed(box("encv"))
        #expect(throws: ParseError.self) { try OriginalFormatBox.format(of: clear, clear.children) }
    }

    @Test func readsConfigurations() throws {
        let avc = try AVCConfigurationBox(try Self.parsed(box("avcC", [1, 0x64, 0, 0x1F, 0xFF, 0xE0])))
        #expect((avc.profile, avc.constraints, avc.level) == (0x64, 0, 0x1F))
        // Profile 5 (0000101), level 6 (000110), and the flags for RPU, EL and BL.
        let vision = try DolbyVisionConfigurationBox(
            try Self.parsed(box("dvcC", [1, 0, 0b0000_1010, 0b0011_0101] + Self.zeros(20)))
        )
        #expect(vision.profile == 5 && vision.level == 6)
        let av1 = try AV1ConfigurationBox(try Self.parsed(box("av1C", [0x81, 0x28, 0xC0, 0])))
        #expect(av1.profile == 1 && av1.level == 8 && av1.isHighTier && av1.bitDepth == 10)
        let vp9 = try VPConfigurationBox(try Self.parsed(fullBox("vpcC", version: 1, [2, 41, 0xA2])))
        #expect(vp9.profile == 2 && vp9.level == 41 && vp9.bitDepth == 10)
    }

    @Test(
        arguments: [
            ("avcC", [2, 0x64, 0, 0x1F, 0xFF, 0xE0]), ("avcC", [1, 0x64]), ("hvcC", [1, 0, 0]), ("av1C", []),
            ("av1C", [0x01, 0, 0, 0]), ("dvcC", [1, 0, 0]), ("vpcC", [2, 0, 0, 0, 1, 1, 1]), ("dec3", [0]),
            ("esds", [0, 0, 0, 0, 4, 1, 0]), ("esds", [0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0x7F]),
        ] as [(String, [UInt8])]
    )
    func refusesConfigurations(type: String, body: [UInt8]) throws {
        let found = try Self.parsed(box(type, body))
        #expect(throws: ParseError.self) {
            switch type {
            case "avcC": _ = try AVCConfigurationBox(found)
            case "hvcC": _ = try HEVCConfigurationBox(found)
            case "av1C": _ = try AV1ConfigurationBox(found)
            case "dvcC": _ = try DolbyVisionConfigurationBox(found)
            case "vpcC": _ = try VPConfigurationBox(found)
            case "dec3": _ = try EAC3ConfigurationBox(found)
            default: _ = try ElementaryStreamDescriptorBox(found)
            }
        }
    }

    /// An independent substream takes 40 bits; 7 reserved bits, a flag and the number of objects may follow.
    @Test func readsJointObjectCoding() throws {
        let plain: [UInt8] = [0x18, 0x00, 0x20, 0x0F, 0x00]
        #expect(try EAC3ConfigurationBox(try Self.parsed(box("dec3", plain))).objectCount == nil)
        let atmos: [UInt8] = [0x18, 0x00, 0x20, 0x0F, 0x00, 0x01, 0x10]
        #expect(try EAC3ConfigurationBox(try Self.parsed(box("dec3", atmos))).objectCount == 16)
    }

    @Test func readsDescriptors() throws {
        let specific: [UInt8] = [5, 0x80, 0x80, 0x80, 2, 0x11, 0x90]
        let configuration: [UInt8] = [4, UInt8(13 + specific.count), 0x40, 0x15] + Self.zeros(11) + specific
        // A URL of three bytes, and OCR_ES_ID.
        let stream: [UInt8] = [0, 1, 0x60, 3, 0x61, 0x62, 0x63, 0, 9] + configuration
        let found = try ElementaryStreamDescriptorBox(
            try Self.parsed(fullBox("esds", [3, UInt8(stream.count)], stream))
        )
        #expect(found.objectType == 0x40)
        #expect(found.decoderConfiguration.map(Array.init) == [0x11, 0x90])
    }

    @Test func readsSubtitles() throws {
        let text = Array("http://www.w3.org/ns/ttml".utf8) + [0, 0, 0]
        let mime = fullBox("mime", Array("application/ttml+xml;codecs=im1t".utf8) + [0])
        let plain = try XMLSubtitleSampleEntry(try Self.parsed(box("stpp", Self.zeros(8), text)))
        #expect(plain.namespace == "http://www.w3.org/ns/ttml" && plain.contentType == nil)
        let described = try XMLSubtitleSampleEntry(try Self.parsed(box("stpp", Self.zeros(8), text, mime)))
        #expect(described.contentType == "application/ttml+xml;codecs=im1t")
        let open = try Self.parsed(box("stpp", Self.zeros(8), [0x61]))
        #expect(throws: ParseError.self) { try XMLSubtitleSampleEntry(open) }
    }
}
