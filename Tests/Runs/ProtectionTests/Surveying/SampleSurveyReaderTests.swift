import CommonEncryption
import Failures
import PresentationFixtures
import ProtectionFixtures
import SampleEncryption
import Testing
import TransportStreams

@testable import Presentations
@testable import Protection

/// Surveys of real media, and media that are refused before a key is minted.
struct SampleSurveyReaderTests {
    /// Surveys a tree of `main.m3u8` with these lines and files.
    private static func survey(
        _ lines: [String],
        _ files: [String: [UInt8]],
        jobs: Int = 2
    ) throws -> (survey: SampleSurvey, layout: MediaLayout) {
        let tree = try TreeFixture(["main.m3u8": TreeFixture.mediaPlaylist(lines)])
        for (name, bytes) in files { try tree.directory.write(bytes, to: "in/" + name) }
        let presentation = try tree.presentation()
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        let survey = try SampleSurveyReader.survey(
            presentation,
            layout,
            .sampleAES(),
            jobs: jobs,
            prefetches: true,
            cancellation: Cancellation()
        )
        return (survey, layout)
    }

    private static func video() throws -> [UInt8] { try SampleFile.bytes("ts/video/240p/segment0.ts") }
    private static func audio() throws -> [UInt8] { try SampleFile.bytes("packed-audio/7.aac") }

    @Test(
        arguments: [(0, 0, PacketFormat.plain), (4, 0, .timestamped), (0, 16, .errorCorrected)]
    )
    func readsTransportStreams(front: Int, behind: Int, format: PacketFormat) throws {
        let bytes = SampleFile.repacked(try Self.video(), front: front, behind: behind)
        let (survey, _) = try Self.survey(["#EXTINF:4,", "a.ts"], ["a.ts": bytes])
        guard case .transportStream(let tables)? = survey.formats[0] else {
            Issue.record("\(survey)")
            return
        }
        #expect(tables.packetFormat == format)
        #expect(tables.hasTables)
        #expect(tables.streams.map(\.codec) == [.avc])
    }

    @Test func readsPackedAudioAndLeavesTextOut() throws {
        let (survey, layout) = try Self.survey(
            ["#EXTINF:4,", "a.aac", "#EXTINF:4,", "a.vtt"],
            ["a.aac": try Self.audio(), "a.vtt": Array("WEBVTT\n".utf8)]
        )
        #expect(survey.formats.count == 1)
        let packed = try #require(layout.resources.firstIndex { $0.file == TreePath("a.aac") })
        guard case .packedAudio(let audio)? = survey.formats[packed] else {
            Issue.record("\(survey)")
            return
        }
        #expect(audio.codec == .aac)
    }

    @Test func takesTablesFromTheMap() throws {
        let bytes = try Self.video()
        let tables = SampleFile.packets(bytes, areTables: true)
        let rest = SampleFile.packets(bytes, areTables: false)
        let (survey, layout) = try Self.survey(
            [#"#EXT-X-MAP:URI="init.ts""#, "#EXTINF:4,", "a.ts"],
            ["init.ts": tables, "a.ts": rest]
        )
        let map = try #require(layout.resources.firstIndex { $0.content == .initialization })
        guard case .transportStream(let section)? = survey.formats[map],
            case .transportStream(let stream)? = survey.formats[1 - map]
        else {
            Issue.record("\(survey)")
            return
        }
        #expect(section.hasTables)
        #expect(!stream.hasTables)
        #expect(stream.programMap == section.programMap)
    }

    enum Bad: String, CaseIterable {
        case fragment, initialization, unknown, empty, noTables, truncated, encrypted, mapWithoutTables,
            mapOfAudio, mapOfMedia, partialPacket
    }

    @Test(arguments: Bad.allCases)
    func refuses(_ bad: Bad) throws {
        var lines = ["#EXTINF:4,", "a.ts", "#EXTINF:4,", "b.ts"]
        var files = ["a.ts": try Self.video(), "b.ts": try Self.video()]
        var location = "main.m3u8:6: b.ts: "
        switch bad {
        case .fragment: files["b.ts"] = [0, 0, 0, 16] + Array("moof".utf8) + [UInt8](repeating: 0, count: 8)
        case .initialization: files["b.ts"] = try SampleFile.bytes("fmp4-byterange/main.mp4")
        case .unknown: files["b.ts"] = [UInt8](repeating: 1, count: 4000)
        case .empty: files["b.ts"] = []
        case .noTables: files["b.ts"] = SampleFile.packets(try Self.video(), areTables: false)
        case .truncated: files["b.ts"] = Array(try Self.video().prefix(300))
        case .encrypted: files["b.ts"] = try encrypted()
        case .partialPacket: files["b.ts"]?.removeLast()
        case .mapWithoutTables, .mapOfAudio, .mapOfMedia:
            lines = [#"#EXT-X-MAP:URI="init.ts""#] + lines
            location = "main.m3u8:3: init.ts: "
            files["init.ts"] =
                switch bad {
                case .mapOfAudio: try Self.audio()
                case .mapOfMedia: try Self.video()
                default: Array(SampleFile.packets(try Self.video(), areTables: false).prefix(188))
                }
        }
        let error = #expect(throws: RunFailure.self) { try Self.survey(lines, files) }
        #expect(error?.failureClass == .malformed)
        let text = error?.description ?? ""
        #expect(text.hasPrefix(location), "\(text)")
        #expect(text.hasSuffix("."), "\(text)")
        // The message names a way out.
        #expect(text.contains("--method aes-128") || text.contains("Give the clear presentation"), "\(text)")
    }

    /// Changes stream_type 0x1B of the program map to 0xDB and corrects the CRC.
    private func encrypted() throws -> [UInt8] {
        var bytes = try Self.video()
        let packet = try #require(
            stride(from: 0, to: bytes.count, by: 188).first { start in
                bytes[start + 1] & 0x40 != 0 && bytes[start + 5] == 0x02
            }
        )
        let section = packet + 5
        let length = Int(bytes[section + 1] & 0x0F) << 8 | Int(bytes[section + 2])
        let stream = try #require((section + 12..<section + length).first { bytes[$0] == 0x1B })
        bytes[stream] = 0xDB
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes[section..<section + 3 + length - 4] {
            crc ^= UInt32(byte) << 24
            for _ in 0..<8 { crc = crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1 }
        }
        for index in 0..<4 {
            bytes[section + 3 + length - 4 + index] = UInt8(truncatingIfNeeded: crc >> (24 - 8 * index))
        }
        return bytes
    }

    /// Offsets in messages count from the start of the file, even if only a range is read.
    @Test func offsetsAreThoseOfTheFile() throws {
        let bytes = try Self.video()
        var damaged = bytes + bytes
        damaged[bytes.count + 188] = 0
        let error = #expect(throws: RunFailure.self) {
            try Self.survey(
                [
                    "#EXTINF:4,", "#EXT-X-BYTERANGE:\(bytes.count)@0", "a.ts", "#EXTINF:4,",
                    "#EXT-X-BYTERANGE:\(bytes.count)", "a.ts",
                ],
                ["a.ts": damaged]
            )
        }
        let text = error?.description ?? ""
        let byte = try #require(text.firstMatch(of: /byte (\d+):/)).1
        #expect((bytes.count...bytes.count + 188).contains(Int(byte) ?? 0), "\(text)")
    }

    @Test(arguments: [1, 8])
    func theFirstErrorIsTheSameForAnyNumberOfThreads(jobs: Int) throws {
        let lines = (0..<20).flatMap { ["#EXTINF:4,", "\($0).ts"] }
        var files: [String: [UInt8]] = [:]
        for index in 0..<20 { files["\(index).ts"] = try Self.video() }
        files["4.ts"] = [UInt8](repeating: 0, count: 999)
        let error = #expect(throws: RunFailure.self) { try Self.survey(lines, files, jobs: jobs) }
        #expect(error?.description.hasPrefix("main.m3u8:12: 4.ts: ") == true)
    }
}
