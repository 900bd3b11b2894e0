import Testing
import TransportStreams

/// The content of streams by their map entries.
///
/// ISO/IEC 13818-1 table 2-34, ATSC A/53, SCTE 35, DVB (ETSI EN 300 468, 6.1), Apple.
struct ElementaryStreamContentTests {
    private typealias Descriptors = [(tag: UInt8, body: String)]

    private static func content(_ type: UInt8, _ descriptors: Descriptors, _ program: Descriptors)
        -> ElementaryStreamContent
    {
        func programDescriptors(_ list: Descriptors) -> [ProgramDescriptor] {
            list.map { ProgramDescriptor(tag: $0.tag, body: Array($0.body.utf8)) }
        }
        let stream = ProgramMapTable.ElementaryStream(
            type: StreamType(rawValue: type),
            pid: PacketIdentifier(0x100),
            descriptors: programDescriptors(descriptors)
        )
        return ElementaryStreamContent(stream, in: programDescriptors(program))
    }

    private static let cases:
        [(type: UInt8, descriptors: Descriptors, program: Descriptors, content: ElementaryStreamContent)] = [
            (0x1B, [], [], .video("H.264")), (0x24, [], [], .video("HEVC")),
            (0x02, [], [], .video("MPEG-2 video")),
            (0xDB, [], [], .video("H.264 of SAMPLE-AES")), (0x0F, [], [], .audio("AAC")),
            (0x81, [], [], .audio("AC-3")), (0x87, [], [], .audio("E-AC-3")),
            (0x11, [], [], .audio("AAC in LATM")), (0xCF, [], [], .audio("AAC of SAMPLE-AES")),
            (0x06, [(0x05, "HEVC")], [], .video("HEVC")), (0x06, [(0x05, "AC-3")], [], .audio("AC-3")),
            (0x06, [(0x52, "1"), (0x7A, "")], [], .audio("E-AC-3")),
            (0x06, [(0x7F, "\u{15}")], [], .audio("AC-4")), (0x06, [(0x05, "Opus")], [], .audio("Opus")),
            (0x06, [], [], .unknown("private data")), (0x06, [(0x0A, "eng0")], [], .unknown("private data")),
            (0x06, [(0x56, "")], [], .data("teletext")), (0x06, [(0x59, "")], [], .data("DVB subtitles")),
            (0x06, [(0x05, "KLVA")], [], .data("KLV metadata")), (0x15, [], [], .data("metadata")),
            (0x15, [(0x05, "ID3 ")], [], .data("ID3 metadata")), (0x86, [], [], .data("SCTE-35")),
            (0x86, [], [(0x05, "HDMV")], .audio("DTS")), (0x81, [], [(0x05, "HDMV")], .audio("AC-3")),
            (0x90, [], [(0x05, "HDMV")], .data("presentation graphics of Blu-ray disc")),
            (0x90, [], [], .unknown("stream_type 0x90")), (0x09, [], [], .unknown("stream_type 0x09")),
            // Descriptors of data do not identify an unknown stream type.
            (0x99, [(0x05, "KLVA")], [], .unknown("stream_type 0x99")),
        ]

    @Test(arguments: cases.indices)
    func tells(index: Int) {
        let (type, descriptors, program, content) = Self.cases[index]
        #expect(Self.content(type, descriptors, program) == content)
    }
}
