import SampleEncryption
import Testing

/// The treatment of streams by SAMPLE-AES.
///
/// Stream types are those of ISO/IEC 13818-1 table 2-34, ATSC, DVB, SCTE and Apple.
struct ElementaryStreamRoleTests {
    private static func role(
        _ type: UInt8,
        _ descriptors: [(UInt8, String)] = [],
        program: [(UInt8, String)] = []
    ) -> ElementaryStreamRole {
        ElementaryStreamRole(
            SectionBytes.stream(type, 0x100, descriptors),
            in: program.map { SectionBytes.descriptor($0.0, $0.1) }
        )
    }

    @Test(
        arguments: [
            (0x1B, [], .avc), (0x0F, [], .aac), (0x81, [], .ac3), (0x87, [], .eac3),
            (0x06, [(0x6A, "00")], .ac3), (0x06, [(0x05, "41432d33")], .ac3),
            (0x06, [(0x7A, "00")], .eac3), (0x06, [(0x0A, "656e6700"), (0x05, "45414333")], .eac3),
        ] as [(UInt8, [(UInt8, String)], SampleAESCodec)]
    )
    func protects(type: UInt8, descriptors: [(UInt8, String)], codec: SampleAESCodec) {
        #expect(Self.role(type, descriptors) == .protectable(codec))
    }

    @Test(arguments: [(0xDB, .avc), (0xCF, .aac), (0xC1, .ac3), (0xC2, .eac3)] as [(UInt8, SampleAESCodec)])
    func knowsProtectedStreams(type: UInt8, codec: SampleAESCodec) {
        #expect(Self.role(type) == .protected(codec))
    }

    @Test(
        arguments: [
            (0x05, []), (0x06, []), (0x06, [(0x56, "00")]), (0x06, [(0x59, "00")]),
            (0x06, [(0x05, "4b4c5641")]), (0x0A, []), (0x0B, []), (0x0C, []), (0x0D, []), (0x15, []),
            (0x86, []),
        ] as [(UInt8, [(UInt8, String)])]
    )
    func leavesDataClear(type: UInt8, descriptors: [(UInt8, String)]) {
        #expect(Self.role(type, descriptors) == .data)
    }

    @Test(
        arguments: [
            (0x02, [], [], "MPEG-2 video"), (0x03, [], [], "MPEG-1 audio"), (0x11, [], [], "AAC in LATM"),
            (0x24, [], [], "HEVC"), (0x1F, [], [], "SVC"), (0x20, [], [], "MVC"),
            (0x06, [(0x05, "48455643")], [], "HEVC"), (0x06, [(0x05, "4f707573")], [], "Opus"),
            (0x06, [(0x7B, "00")], [], "DTS"), (0x06, [(0x7F, "15")], [], "AC-4"),
            (0x33, [], [], "VVC"), (0x09, [], [], "an unknown stream_type"),
            (0x82, [], [], "an unknown stream_type"),
            (0x99, [(0x05, "4b4c5641")], [], "an unknown stream_type"),
            (0xFF, [], [], "an unknown stream_type"),
            // On Blu-ray disc 0x86 is DTS-HD, not SCTE-35.
            (0x86, [], [(0x05, "48444d56")], "DTS"),
        ] as [(UInt8, [(UInt8, String)], [(UInt8, String)], String)]
    )
    func refuses(type: UInt8, descriptors: [(UInt8, String)], program: [(UInt8, String)], what: String) {
        #expect(Self.role(type, descriptors, program: program) == .unsupported(what: what))
    }

    /// Blu-ray graphics are data if the program has Blu-ray's registration, and unknown otherwise.
    @Test func readsTypesOfBlurayDiscOnlyThere() {
        #expect(Self.role(0x90, program: [(0x05, "48444d56")]) == .data)
        #expect(Self.role(0x90).codec == nil && Self.role(0x90) != .data)
        #expect(Self.role(0x81, program: [(0x05, "48444d56")]) == .protectable(.ac3))
    }
}
