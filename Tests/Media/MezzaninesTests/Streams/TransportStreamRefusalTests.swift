import Bitstreams
import Mezzanines
import Testing
import TransportStreams

struct TransportStreamRefusalTests {
    private static func read(_ bytes: [UInt8]) throws(MezzanineError) -> Mezzanine {
        try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(bytes))
    }

    private static func failure(_ bytes: [UInt8]) -> MezzanineError? {
        do throws(MezzanineError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error
        }
    }

    private static let video = ProgramMapTable.ElementaryStream(
        type: StreamType(rawValue: 0x1B),
        pid: PacketIdentifier(StreamBuilder.videoPID)
    )

    @Test
    func aMissingPacketIsDamage() throws {
        var bytes = StreamBuilder.title(pictures: 100).bytes
        // A video packet that continues a PES packet: it has no payload_unit_start_indicator.
        let start = try #require(
            stride(from: 188 * 20, to: bytes.count, by: 188).first {
                bytes[$0 + 1] == 0x01 && bytes[$0 + 2] == 0
            }
        )
        let next = try #require(
            stride(from: start + 188, to: bytes.count, by: 188).first {
                bytes[$0 + 1] & 0x1F == 1 && bytes[$0 + 2] == 0
            }
        )
        bytes.removeSubrange(start..<start + 188)
        guard case .malformed(_, let error) = Self.failure(bytes) else {
            Issue.record("not refused")
            return
        }
        #expect(error.offset == UInt64(next - 188 + 3))
    }

    @Test(arguments: [UInt8(0xDB), 0xCF, 0xC1, 0xC2])
    func streamTypesOfSampleAESAreEncrypted(_ type: UInt8) throws {
        var builder = StreamBuilder()
        builder.addTables([Self.video, .init(type: .init(rawValue: type), pid: PacketIdentifier(0x105))])
        guard case .encrypted = Self.failure(builder.bytes) else {
            Issue.record("not refused")
            return
        }
    }

    @Test
    func scrambledPacketsAreEncrypted() throws {
        var builder = StreamBuilder.title(pictures: 10)
        builder.addPacket(StreamBuilder.audioPID, [1, 2, 3], presentation: nil, scrambled: true)
        guard case .encrypted = Self.failure(builder.bytes) else {
            Issue.record("not refused")
            return
        }
    }

    @Test
    func severalProgramsAreRefused() throws {
        var builder = StreamBuilder()
        builder.addTables([Self.video], programs: 2)
        guard case .unsupported(_, let what, let remedy) = Self.failure(builder.bytes) else {
            Issue.record("not refused")
            return
        }
        #expect(what.contains("2 programs") && remedy.contains("-map 0:p:1"))
    }

    @Test
    func latmIsRefused() throws {
        var builder = StreamBuilder()
        builder.addTables([Self.video, .init(type: .init(rawValue: 0x11), pid: PacketIdentifier(0x105))])
        guard case .unsupported(_, let what, _) = Self.failure(builder.bytes) else {
            Issue.record("not refused")
            return
        }
        #expect(what.contains("LATM"))
    }

    @Test(arguments: [-100_000, 1_000_000] as [Int64])
    func jumpsOfTimeStampsAreRefused(_ jump: Int64) throws {
        var builder = StreamBuilder.title(pictures: 100)
        builder.addPicture(100, isKey: true, presentation: UInt64(900_000 + 100 * 3600 + jump))
        guard case .unsupported(_, let what, _) = Self.failure(builder.bytes) else {
            Issue.record("not refused")
            return
        }
        #expect(what.contains("jump"))
    }

    @Test
    func anIncompleteEndIsLeftOut() throws {
        let whole = StreamBuilder.title(pictures: 100)
        var cut = whole
        let frame = StreamBuilder.frame(500)
        let before = try Self.read(whole.bytes)
        cut.addPacket(StreamBuilder.audioPID, frame + frame, presentation: nil)
        let mezzanine = try Self.read(cut.bytes.dropLast(188) + [0x47, 1, 1])
        #expect(mezzanine.notes.count == 3, "\(mezzanine.notes)")
        #expect(mezzanine.tracks[0].samples.count == before.tracks[0].samples.count - 1)
        #expect(mezzanine.tracks[1].samples.count - before.tracks[1].samples.count <= 1)
    }

    @Test
    func picturesBeforeTheFirstKeyFrameAreLeftOut() throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        for number in 0..<3 { builder.addPicture(number, isKey: false, presentation: UInt64(number) * 3600) }
        for number in 3..<6 {
            builder.addPicture(number, isKey: number == 3, presentation: UInt64(number) * 3600)
        }
        let mezzanine = try Self.read(builder.bytes)
        #expect(mezzanine.tracks[0].samples.count == 3)
        #expect(mezzanine.timelineStart == 10_800)
        #expect(mezzanine.notes.count == 1)
    }

    /// The file is read again if a map adds a stream, at most seven times.
    ///
    /// Other reasons to read it again do not count.
    @Test(arguments: [8, 9])
    func mapsThatGrow(count: Int) throws {
        var builder = StreamBuilder()
        for last in 1...count {
            let sound = (1..<last).map { number in
                ProgramMapTable.ElementaryStream(
                    type: StreamType(rawValue: 0x0F),
                    pid: PacketIdentifier(StreamBuilder.audioPID + UInt16(number - 1))
                )
            }
            builder.addTables([Self.video] + sound)
        }
        // Audio whose time stamps drift from its sample count needs another pass.
        let bytes = builder.bytes + StreamBuilder.title(pictures: 100, drift: 50).bytes
        guard count > 8 else {
            #expect(try Self.read(bytes).tracks.count == 2)
            return
        }
        guard case .unsupported(_, let what, let remedy) = Self.failure(bytes) else {
            Issue.record("not refused")
            return
        }
        #expect(
            what.contains("adds streams more than 7 times") && remedy == "Cut the file where they are added"
        )
    }
}
