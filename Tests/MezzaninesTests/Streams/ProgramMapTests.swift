import Bitstreams
import Mezzanines
import Testing
import TransportStreams

/// What maps of a program say of its streams, and which of them are asked for.
struct ProgramMapTests {
    private typealias Entry = ProgramMapTable.ElementaryStream

    private static func entry(_ type: UInt8, _ pid: UInt16, _ descriptors: [ProgramDescriptor] = []) -> Entry
    {
        Entry(type: StreamType(rawValue: type), pid: PacketIdentifier(pid), descriptors: descriptors)
    }

    private static let video = entry(0x1B, StreamBuilder.videoPID)
    private static let sound = entry(0x0F, StreamBuilder.audioPID)

    /// A second of H.264 and AAC behind each of the maps.
    private static func read(
        _ maps: [[Entry]],
        taking choices: Set<TrackChoice>
    ) throws(MezzanineError) -> Mezzanine {
        var builder = StreamBuilder()
        for (number, map) in maps.enumerated() {
            builder.addTables(map)
            for picture in number * 25..<(number + 1) * 25 {
                builder.addPicture(picture, isKey: picture % 25 == 0, presentation: UInt64(picture) * 3600)
                let frames = (0..<2).map { StreamBuilder.frame(picture * 2 + $0) }
                builder.addPacket(
                    StreamBuilder.audioPID,
                    frames.flatMap(\.self),
                    presentation: UInt64(picture) * 2 * 1920
                )
            }
        }
        return try TransportStreamInput.read(path: "in.ts", HeldByteSource(builder.bytes), taking: choices)
    }

    private static func refusal(
        _ maps: [[Entry]],
        taking choices: Set<TrackChoice>
    ) -> (what: String, remedy: String)? {
        do throws(MezzanineError) {
            _ = try read(maps, taking: choices)
            return nil
        } catch {
            guard case .unsupported(_, let what, let remedy) = error else { return ("\(error)", "") }
            return (what, remedy)
        }
    }

    @Test(arguments: [
        (UInt8(0x0F), "AAC"), (0x24, "HEVC"), (0x02, "MPEG-1 or MPEG-2 video"), (0x03, "MPEG audio"),
    ])
    func `A stream that is asked for and becomes another one is refused`(type: UInt8, name: String) {
        let later = [Self.entry(type, StreamBuilder.videoPID), Self.sound]
        for maps in [[[Self.video, Self.sound], later], [later, [Self.video, Self.sound]]] {
            for choices: Set<TrackChoice> in [[.all], [.video], [.identifier(0x100)]] {
                let refusal = Self.refusal(maps, taking: choices)
                #expect(
                    refusal?.what.hasPrefix("PID 0x0100 that is signalled as ") == true,
                    "\(String(describing: refusal))"
                )
                #expect(
                    refusal?.what.contains(name) == true && refusal?.remedy == "Cut the file where it changes"
                )
            }
            #expect(Self.refusal(maps, taking: [.identifier(0x101)]) == nil)
        }
    }

    @Test(
        arguments: [[.all], [.audio], [.identifier(0x101)], [.identifier(0x101), .video]]
            as [Set<TrackChoice>]
    )
    func `A later map may say what private data are`(choices: Set<TrackChoice>) throws {
        let unknown = [Self.video, Self.entry(0x06, StreamBuilder.audioPID)]
        for maps in [[unknown, [Self.video, Self.sound]], [[Self.video, Self.sound], unknown]] {
            let mezzanine = try Self.read(maps, taking: choices)
            #expect(mezzanine.tracks.contains { $0.identifier == 0x101 && $0.samples.count == 100 })
            #expect(!mezzanine.others.contains { $0.identifier == 0x101 })
            #expect(mezzanine.notes.isEmpty, "\(mezzanine.notes)")
        }
    }

    @Test
    func `Streams that nobody asks for may come in any number of maps`() throws {
        let maps = (0..<20).map { count in
            [Self.video, Self.sound] + (0..<count).map { Self.entry(0x0F, 0x110 + UInt16($0)) }
        }
        let mezzanine = try Self.read(maps, taking: [.video])
        #expect(mezzanine.tracks.map(\.samples.count) == [500])
        #expect(mezzanine.others.map(\.identifier) == [0x101] + (0..<19).map { 0x110 + $0 })
        #expect(Self.refusal(maps, taking: [.audio])?.what.contains("whose program map changes") == true)
    }

    /// Of streams that are not read, by which choices they are asked for.
    @Test(arguments: [
        (UInt8(0x01), "MPEG-1 or MPEG-2 video", TrackChoice.video), (0x02, "MPEG-1 or MPEG-2 video", .video),
        (0x10, "MPEG-4 video", .video), (0xEA, "stream_type 0xEA", .video),
        (0x03, "MPEG audio", .audio), (0x04, "MPEG audio", .audio), (0x85, "stream_type 0x85", .audio),
        (0x06, "private data", nil), (0x15, "timed metadata", nil), (0x86, "SCTE-35", nil),
        (0xA0, "stream_type 0xA0", nil),
    ])
    func `What is left out is said to those who asked for it`(type: UInt8, name: String, kind: TrackChoice?)
        throws
    {
        let map = [Self.video, Self.sound, Self.entry(type, 0x120)]
        for choice: TrackChoice in [.all, .video, .audio, .identifier(0x100), .identifier(0x120)] {
            let isAsked = choice == .all || choice == kind || choice == .identifier(0x120)
            let mezzanine = try Self.read([map], taking: [choice, .identifier(0x101)])
            #expect(mezzanine.notes == (isAsked ? ["PID 0x0120 (\(name)) is left out"] : []), "\(choice)")
            #expect(!mezzanine.others.contains { $0.identifier == 0x120 })
        }
    }

    @Test(arguments: [UInt8(0xDB), 0xCF, 0xC1, 0xC2, 0x11])
    func `Streams that are refused stand beside others that are asked for`(type: UInt8) throws {
        let isVideo = type == 0xDB
        let map = [Self.video, Self.sound, Self.entry(type, 0x120)]
        for choice: TrackChoice in [.all, isVideo ? .video : .audio, .identifier(0x120)] {
            #expect(Self.refusal([map], taking: [choice]) != nil, "\(choice)")
        }
        for choice: TrackChoice in [isVideo ? .audio : .video, .identifier(0x100)] {
            #expect(try Self.read([map], taking: [choice]).tracks.count == 1, "\(choice)")
        }
    }

    @Test(arguments: [
        (UInt8(0x0F), ": PID 0x0120 brings nothing and is left out"),
        (0x03, ": PID 0x0120 (MPEG audio) is left out"),
        (0x86, ": PID 0x0120 (SCTE-35) is left out"),
    ])
    func `Where nothing is left of what was asked for, the reason is said`(type: UInt8, reason: String) {
        let map = [Self.video, Self.entry(type, 0x120)]
        let refusal = Self.refusal([map], taking: [.identifier(0x120)])
        #expect(refusal?.what.hasSuffix("among the tracks asked for (expected some)" + reason) == true)
        #expect(refusal?.remedy.hasSuffix(", or take another track, such as INPUT:track=256") == true)
    }
}
