import Testing

@testable import Inspection
@testable import Verification

/// Streams with unusual packets, tables or codecs.
struct MadeStreamTests {
    @Test(arguments: GeneratedStreams.allCases)
    func holds(_ stream: GeneratedStreams) throws {
        let title = try Title(stream: stream, .sampleAES())
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// Protection adds a discontinuity to both playlists at the end of the clear lead.
    @Test func clearStart() throws {
        let title = try Title(stream: .growing, .sampleAES(clearLead: .seconds(4)))
        for name in ["out/index.m3u8", "out/iframes.m3u8"] {
            #expect(try title.text(name).contains("#EXT-X-DISCONTINUITY\n"))
        }
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// Clear and protected segments of a playlist have packets of the same size.
    @Test func clearStartOfLongPackets() throws {
        let title = try Title(stream: .packetsOf192, .sampleAES(clearLead: .seconds(4)))
        let names = try title.text("out/index.m3u8").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(names.count > 1)
        for name in names {
            try title.editBytes(of: "out/" + name) { bytes in
                #expect(bytes.count % 188 == 0)
                #expect(stride(from: 0, to: bytes.count, by: 188).allSatisfy { bytes[$0] == 0x47 })
            }
        }
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// A later program map has another descriptor than in its source.
    @Test func laterProgramMap() throws {
        let title = try Title(stream: .ac3DVB, .sampleAES())
        let name = try #require(
            try title.text("out/index.m3u8").split(separator: "\n").first { !$0.hasPrefix("#") }
        )
        try title.editBytes(of: "out/" + name) { bytes in
            let sections = TransportStreamOffsets(bytes).programMaps
            #expect(sections.count == 2)
            guard let start = sections.last else { return }
            let size = 3 + Int(bytes[start + 2])
            // The component type of AC-3 is the last byte before the CRC.
            bytes[start + size - 5] ^= 0x01
            let end = start + size
            bytes.replaceSubrange(end - 4..<end, with: sectionChecksum(bytes[start..<end - 4]))
        }
        #expect(try title.verify().summaries == [])
        let report = try title.verifyAgainstSource()
        #expect(report.findings.filter(\.isError).map(\.rule).contains(.signalling))
    }

    /// A discontinuity anywhere else does not come from protection.
    @Test func discontinuityAtAnotherPlace() throws {
        let title = try Title(stream: .growing, .sampleAES(clearLead: .seconds(4)))
        let lines = try title.text("out/index.m3u8").split(separator: "\n")
        let last = try #require(lines.lastIndex { $0.hasPrefix("#EXTINF") })
        try title.editLines(of: "out/index.m3u8") { $0.insert("#EXT-X-DISCONTINUITY", at: last) }
        let report = try title.verifyAgainstSource()
        #expect(report.findings.filter(\.isError).map(\.rule) == [.sourcePlaylist])
    }

    /// An I-frame, the first one of the second segment, is also checked in its own playlist.
    @Test func iFrame() throws {
        let title = try Title(stream: .growing, .sampleAES())
        let ranges = try title.text("out/iframes.m3u8").split(separator: "\n").filter {
            $0.hasPrefix("#EXT-X-BYTERANGE:")
        }
        let start = try #require(ranges[2].split(separator: "@").last.flatMap { Int($0) })
        let name = try #require(
            try title.text("out/iframes.m3u8").split(separator: "\n").first { !$0.hasPrefix("#") }
        )
        try title.editBytes(of: "out/" + name) { bytes in
            let offsets = TransportStreamOffsets(bytes)
            let packet = stride(from: start, to: bytes.count, by: 188).first {
                offsets.pid(at: $0) == 0x100 && offsets.startsUnit($0)
            }
            // A few packets later, within the slice.
            if let packet { bytes[packet + 5 * 188 + 100] ^= 0x20 }
        }
        let report = try title.verifyAgainstSource()
        let playlists = report.findings.filter { $0.rule == .sourceMedia }.map(\.playlist)
        #expect(playlists == ["index.m3u8", "iframes.m3u8"], "\(report.findings.map(\.text))")
    }
}
