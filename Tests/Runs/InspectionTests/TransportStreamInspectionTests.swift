import Inspection
import PresentationFixtures
import SampleEncryption
import Testing
import TransportStreams

/// Inspection of transport streams from ffmpeg (two seconds of H.264 and AC-3), intact and damaged.
struct TransportStreamInspectionTests {
    private let bytes: [UInt8]

    init() throws { bytes = try Self.generated.get() }

    private static let generated = Result {
        try Command.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000",
                "-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25", "-c:a", "ac3",
                "-f", "mpegts", "-",
            ]
        )
    }

    private static func inspect(_ bytes: [UInt8]) throws -> MediaFileInspection {
        try #require(MediaFileInspector.inspect(bytes, named: "a.ts") { 10_000 })
    }

    /// Returns the indexes of the packets of a PID.
    private func packets(of pid: UInt16) -> [Int] {
        (0..<bytes.count / 188).filter { number in
            UInt16(bytes[number * 188 + 1] & 0x1F) << 8 | UInt16(bytes[number * 188 + 2]) == pid
        }
    }

    private func streams(of bytes: [UInt8]) throws -> [ElementaryStreamInspection] {
        try #require(try Self.inspect(bytes).transportStream?.programs.first).streams
    }

    /// Expects 50 pictures at 25 Hz.
    ///
    /// ffmpeg starts at a DTS of 1.4 s; two pictures of reordering put the first PTS at 1.48 s.
    @Test func tellsStreamsAndTimes() throws {
        let file = try Self.inspect(bytes)
        let stream = try #require(file.transportStream)
        #expect(file.faults.isEmpty)
        #expect(stream.packetSize == 188)
        #expect(stream.packets == UInt64(bytes.count / 188))
        let program = try #require(stream.programs.first)
        #expect(program.number == 1 && program.mapPID == "0x1000" && program.clockPID == "0x0100")
        #expect(program.streams.map(\.streamType) == ["0x1B", "0x81"])
        #expect(program.streams.map(\.name) == ["H.264", "AC-3"])
        #expect(program.streams.map(\.content) == ["video", "audio"])
        #expect(program.streams.map(\.codec).last == "ac-3")
        #expect(program.streams.allSatisfy { $0.protection == nil })
        #expect(program.streams[1].descriptors.map(\.content).first == "'AC-3'")
        let video = program.streams[0]
        #expect(video.resolution == "96x64")
        #expect(video.samples == 50 && video.pesPackets == 50)
        #expect(video.startsWithKeyFrame == true)
        #expect(video.times?.firstDTS == 126_000)
        #expect(video.times?.firstPTS == 133_200)
        #expect(video.times?.lastDTS == 126_000 + 49 * 3600)
        #expect(video.duration?.duration == .seconds(2))
        // One key frame per second.
        #expect(video.randomAccessPoints == 2)
        #expect(video.clock?.first == 63_000 * 300)
        let counted = program.streams.map(\.packets.count) + stream.others.map(\.packets.count)
        #expect(counted.reduce(0, +) + stream.nullPackets == stream.packets)
        #expect(video.packets.count == UInt64(packets(of: 0x100).count))
    }

    @Test(arguments: [192, 204])
    func tellsTheSameOfOtherPacketSizes(size: Int) throws {
        var wide: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            wide += [UInt8](repeating: 1, count: size == 192 ? 4 : 0) + bytes[start..<start + 188]
            wide += [UInt8](repeating: 1, count: size == 204 ? 16 : 0)
        }
        let file = try Self.inspect(wide)
        #expect(file.transportStream?.packetSize == size)
        #expect(file.faults.isEmpty)
        let video = try #require(file.transportStream?.programs.first?.streams.first)
        #expect(video.samples == 50)
    }

    @Test func tellsGaps() throws {
        let lost = packets(of: 0x100)[5]
        var damaged = bytes
        damaged.removeSubrange(lost * 188..<lost * 188 + 188)
        let counters = try streams(of: damaged)[0].packets
        let next = try #require(packets(of: 0x100).first { $0 > lost })
        #expect(counters.gaps == 1)
        let gap = try #require(counters.gapLocations.first)
        #expect(gap.packet == UInt64(next - 1))
        #expect(gap.offset == UInt64((next - 1) * 188))
        #expect(gap.expected == bytes[lost * 188 + 3] & 15)
        #expect(gap.found == bytes[next * 188 + 3] & 15)
    }

    @Test func tellsDuplicates() throws {
        let number = packets(of: 0x101)[3]
        var repeated = bytes
        repeated.insert(contentsOf: bytes[number * 188..<number * 188 + 188], at: number * 188)
        let file = try Self.inspect(repeated)
        let counters = try #require(file.transportStream?.programs.first?.streams.last?.packets)
        #expect(counters.duplicates == 1 && counters.gaps == 0)
        #expect(counters.duplicateLocations.first?.packet == UInt64(number + 1))
        #expect(file.faults.isEmpty)
    }

    @Test(arguments: [1, 100, 188 * 3 + 1])
    func findsSyncAgain(garbage: Int) throws {
        var damaged = bytes
        damaged.insert(contentsOf: [UInt8](repeating: 0x22, count: garbage), at: 188 * 20)
        let file = try Self.inspect(damaged)
        #expect(file.transportStream?.packets == UInt64(bytes.count / 188))
        let skipped = garbage == 1 ? "1 byte" : "\(garbage) bytes"
        #expect(file.faults.map(\.message) == [skipped + " without sync byte, expected a packet"])
        #expect(file.faults.first?.offset == 188 * 20)
        #expect(file.faults.first?.packet == 20)
    }

    @Test func tellsAWrongCRCAndGoesOn() throws {
        let number = packets(of: 0x1000)[0]
        var damaged = bytes
        // The first stream_type: after the packet header, pointer_field, and 12 bytes of the section.
        damaged[number * 188 + 5 + 12] ^= 1
        let file = try Self.inspect(damaged)
        let fault = try #require(file.faults.first)
        #expect(fault.offset == UInt64(number * 188 + 5))
        #expect(fault.message.contains("wrong CRC_32"))
        #expect(file.transportStream?.programs.first?.streams.map(\.streamType) == ["0x1B", "0x81"])
    }

    @Test func tellsAPartialPacketAtTheEnd() throws {
        let file = try Self.inspect(bytes + [0x47, 0x01])
        #expect(file.faults.map(\.message) == ["2 bytes, expected 188 bytes"])
        #expect(file.faults.map(\.offset) == [UInt64(bytes.count)])
        #expect(file.transportStream?.programs.first?.streams.first?.samples == 50)
    }

    @Test func countsScrambledAndDamagedPackets() throws {
        var damaged = bytes
        for number in packets(of: 0x101) { damaged[number * 188 + 3] |= 0x80 }
        let marked = packets(of: 0x100)[4]
        damaged[marked * 188 + 1] |= 0x80
        let file = try Self.inspect(damaged)
        let stream = try #require(file.transportStream)
        #expect(stream.damagedPackets == 1)
        let audio = try #require(stream.programs.first?.streams.last)
        #expect(audio.packets.scrambled == audio.packets.count)
        #expect(audio.packets.count == UInt64(packets(of: 0x101).count))
        #expect(audio.times == nil)
    }

    @Test func tellsProtection() throws {
        let setup = AudioSetupInformation(
            audioType: .zac3,
            setupData: [0x0B, 0x77, 0xE1, 0xC1, 0x10, 0x40, 0x43, 0xE1, 0x06, 0xF0]
        )
        let map = try Self.map(of: bytes)
        let section = try ProtectedProgramMap(
            map,
            streams: [
                TransportStreamSurvey.Stream(pid: PacketIdentifier(0x100), codec: .avc),
                TransportStreamSurvey.Stream(pid: PacketIdentifier(0x101), codec: .ac3, setup: setup),
            ]
        ).section
        var protected = bytes
        for number in packets(of: 0x1000) {
            var span = protected.mutableSpan
            try SectionPacketWriter.write(section, into: &span, from: number * 188, at: 0)
        }
        let file = try Self.inspect(protected)
        let program = try #require(file.transportStream?.programs.first)
        #expect(file.faults.isEmpty)
        #expect(program.version == 1)
        #expect(program.streams.map(\.streamType) == ["0xDB", "0xC1"])
        #expect(program.streams.map(\.protection?.codec) == ["H.264", "AC-3"])
        let audio = try #require(program.streams[1].protection?.audioSetup)
        #expect(audio.type == "zac3" && audio.data == "0b77e1c1104043e106f0")
        // fscod 0, frmsizecod 16: 128 kbit/s at 48 kHz, 512 bytes.
        #expect(audio.words == "AC-3, 48000 Hz, frames of 512 bytes")
    }

    private static func map(of bytes: [UInt8]) throws -> ProgramMapTable {
        var surveyor = TransportStreamSurveyor()
        _ = try surveyor.consume(bytes.span)
        return try surveyor.finish().programMap
    }

    @Test func tellsMissingTables() throws {
        let remainingPackets = (0..<bytes.count / 188).filter { !packets(of: 0).contains($0) }
        let file = try Self.inspect(remainingPackets.flatMap { bytes[$0 * 188..<$0 * 188 + 188] })
        #expect(file.faults.contains { $0.message.contains("program association table") })
        #expect(file.transportStream?.programs.isEmpty == true)
        #expect(file.transportStream?.others.contains { $0.pid == "0x0100" } == true)
    }

    @Test(
        arguments: [[], [0x47], [UInt8](repeating: 0x47, count: 100), [UInt8](repeating: 0, count: 1000)]
            as [[UInt8]]
    )
    func refusesWhatIsNoTransportStream(bytes: [UInt8]) {
        #expect(MediaFileInspector.inspect(bytes, named: "a.ts") { 100 } == nil)
    }
}
