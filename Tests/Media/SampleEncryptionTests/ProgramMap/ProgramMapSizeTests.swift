import SampleEncryption
import Testing
import TransportStreams

/// Program maps at the size limit of one packet.
struct ProgramMapSizeTests {
    private static let video = TransportStreamSurvey.Stream(pid: PacketIdentifier(0x100), codec: .avc)

    /// Returns a map of one video stream, with a private program descriptor of `privateBytes` bytes.
    private static func map(privateBytes: Int, _ descriptors: [(UInt8, String)] = []) -> ProgramMapTable {
        let body = String(repeating: "00", count: privateBytes)
        return SectionBytes.map(
            [SectionBytes.stream(0x1B, 0x100, descriptors)],
            program: [(0xFD, body)]
        )
    }

    /// 16 bytes of section, 2 + n of the private descriptor, 5 + 6 of the protected stream: 29 + n.
    @Test func fillsThePacketToTheLastByte() throws {
        let protection = try ProtectedProgramMap(Self.map(privateBytes: 154), streams: [Self.video])
        #expect(protection.section.count == 183)
        #expect(protection.dropped.isEmpty)
    }

    @Test func refusesOneByteMore() {
        let error = #expect(throws: SampleEncryptionError.self) {
            try ProtectedProgramMap(Self.map(privateBytes: 155), streams: [Self.video], at: 376)
        }
        guard case .unsupported(376, let what, let remedy)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(what.contains("184 bytes"))
        #expect(!remedy.isEmpty)
    }

    /// Bytes of the private descriptor, other descriptors of the stream, and the tags dropped, in order.
    ///
    /// Each of these other descriptors has 2 + 4 bytes, so 29 + n + 6 x count must shrink to 183.
    @Test(
        arguments: [
            (130, [0x28, 0x0E, 0x0A, 0x52], []),
            (131, [0x28, 0x0E, 0x0A, 0x52], [0x0E]),
            (137, [0x28, 0x0E, 0x0A, 0x52], [0x0E, 0x28]),
            (143, [0x28, 0x0E, 0x0A, 0x52], [0x0E, 0x28, 0x52]),
            (149, [0x28, 0x0E, 0x0A, 0x52], [0x0E, 0x28, 0x52, 0x0A]),
            (148, [0x0E, 0x06, 0x10], [0x10, 0x0E]),
        ] as [(Int, [UInt8], [UInt8])]
    )
    func dropsInOrder(privateBytes: Int, tags: [UInt8], dropped: [UInt8]) throws {
        let map = Self.map(privateBytes: privateBytes, tags.map { ($0, "01020304") })
        let protection = try ProtectedProgramMap(map, streams: [Self.video])
        #expect(protection.dropped.map(\.descriptor.tag) == dropped)
        #expect(protection.dropped.allSatisfy { $0.pid == PacketIdentifier(0x100) })
        let keptTags = tags.filter { !dropped.contains($0) }
        #expect(protection.protectedMap.streams[0].descriptors.map(\.tag) == [0x0F] + keptTags)
        #expect(protection.section.count <= 183)
        #expect(ProgramMapReading.differences(of: protection.protectedMap, from: map).isEmpty)
    }

    /// Registrations, conditional access, private descriptors and those of data are never dropped.
    @Test(arguments: [0x05, 0x09, 0x25, 0x26, 0x7F, 0x80, 0xFE] as [UInt8])
    func keepsWhatMayMatter(tag: UInt8) {
        let map = Self.map(privateBytes: 150, [(tag, "4b4c5641")])
        #expect(throws: SampleEncryptionError.self) {
            try ProtectedProgramMap(map, streams: [Self.video])
        }
    }

    /// The descriptor that marks private data as AC-3 is kept while the stream is clear.
    @Test func keepsTheDescriptorsOfClearStreams() {
        let map = SectionBytes.map(
            [SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(0x06, 0x101, [(0x6A, "01020304")])],
            program: [(0xFD, String(repeating: "00", count: 150))]
        )
        #expect(throws: SampleEncryptionError.self) {
            try ProtectedProgramMap(map, streams: [Self.video])
        }
    }
}
