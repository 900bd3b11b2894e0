import Bitstreams
import Mezzanines
import Testing
import TransportStreams

/// Streams listed by program maps, and their selection.
struct ProgramMapTests {
    private typealias Entry = ProgramMapTable.ElementaryStream

    private static func entry(_ type: UInt8, _ pid: UInt16, _ descriptors: [ProgramDescriptor] = []) -> Entry
    {
        Entry(type: StreamType(rawValue: type), pid: PacketIdentifier(pid), descriptors: descriptors)
    }

    private static let video = entry(0x1B, StreamBuilder.videoPID)
    private static let sound = entry(0x0F, StreamBuilder.audioPID)

    /// Reads a stream with a second of H.264 and AAC after each of the maps.
    private static func read(
        _ maps: [[Entry]],
        mapPIDs: [UInt16] = [],
        of program: [ProgramDescriptor] = [],
        taking choices: Set<TrackChoice>
    ) throws(MezzanineError) -> Mezzanine {
        var builder = StreamBuilder()
        for (number, map) in maps.enumerated() {
            if number < mapPIDs.count { builder.mapPID = mapPIDs[number] }
            builder.addTables(map, of: program)
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
        return try TransportStreamInput.read(
            path: "in.ts",
            InMemoryByteSource(builder.bytes),
            selecting: choices
        )
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
        (UInt8(0x0F), "AAC"), (0x24, "HEVC"), (0x02, "MPEG-2 video"), (0x03, "MPEG-1 audio"),
        (0x86, "SCTE-35"), (0x82, "stream_type 0x82"),
    ])
    func `A stream that is asked for and becomes another one is refused`(type: UInt8, name: String) {
        let later = [Self.entry(type, StreamBuilder.videoPID), Self.sound]
        for maps in [[[Self.video, Self.sound], later], [later, [Self.video, Self.sound]]] {
            for choices: Set<TrackChoice> in [[.all], [.video], [.identifier(0x100)]] {
                let refusal = Self.refusal(maps, taking: choices)
                #expect(
                    refusal?.what.hasPrefix("PID 0x0100 that the program map calls ") == true,
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
            #expect(!mezzanine.otherTracks.contains { $0.identifier == 0x101 })
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
        #expect(mezzanine.otherTracks.map(\.identifier) == [0x101] + (0..<19).map { 0x110 + $0 })
        #expect(Self.refusal(maps, taking: [.audio])?.what.contains("whose program map adds streams") == true)
    }

    private static func registration(_ format: String) -> ProgramDescriptor {
        ProgramDescriptor(tag: ProgramDescriptor.registrationTag, body: Array(format.utf8))
    }

    /// Unsupported streams (ISO/IEC 13818-1, table 2-34; ETSI EN 300 468, 6.1), and choices that select them.
    private static let unread: [(entry: Entry, name: String, kinds: [TrackChoice])] = [
        (entry(0x01, 0x120), "MPEG-1 video", [.video]), (entry(0x02, 0x120), "MPEG-2 video", [.video]),
        (entry(0x10, 0x120), "MPEG-4 video", [.video]), (entry(0xEA, 0x120), "VC-1", [.video]),
        (entry(0x06, 0x120, [registration("AV01")]), "AV1", [.video]),
        (entry(0x03, 0x120), "MPEG-1 audio", [.audio]), (entry(0x04, 0x120), "MPEG-2 audio", [.audio]),
        (entry(0x80, 0x120), "LPCM or DigiCipher video", [.audio]), (entry(0x85, 0x120), "DTS", [.audio]),
        (entry(0x06, 0x120, [registration("Opus")]), "Opus", [.audio]),
        (entry(0x06, 0x120, [ProgramDescriptor(tag: 0x7B, body: [0])]), "DTS", [.audio]),
        (entry(0x06, 0x120), "private data", []),
        (entry(0x06, 0x120, [ProgramDescriptor(tag: 0x56, body: [])]), "teletext", []),
        (entry(0x15, 0x120), "metadata", []), (entry(0x86, 0x120), "SCTE-35", []),
        // Unknown types may be of any kind.
        (entry(0x27, 0x120), "stream_type 0x27", [.video, .audio]),
        (entry(0x82, 0x120), "stream_type 0x82", [.video, .audio]),
    ]

    @Test(arguments: unread.indices)
    func `What is left out is said to those who asked for it`(index: Int) throws {
        let (entry, name, kinds) = Self.unread[index]
        let map = [Self.video, Self.sound, entry]
        for choice: TrackChoice in [.all, .video, .audio, .identifier(0x100), .identifier(0x120)] {
            let isAsked = choice == .all || kinds.contains(choice) || choice == .identifier(0x120)
            let mezzanine = try Self.read([map], taking: [choice, .identifier(0x101)])
            #expect(mezzanine.notes == (isAsked ? ["PID 0x0120 (\(name)) is left out"] : []), "\(choice)")
            #expect(!mezzanine.otherTracks.contains { $0.identifier == 0x120 })
        }
    }

    @Test(arguments: [UInt8(0xDB), 0xCF, 0xC1, 0xC2, 0x11])
    func `Streams that are refused stand beside others that are asked for`(type: UInt8) throws {
        let isVideo = type == 0xDB
        let map = [Self.video, Self.sound, Self.entry(type, 0x120)]
        for choice: TrackChoice in [.all, isVideo ? .video : .audio, .identifier(0x120)] {
            let what = Self.refusal([map], taking: [choice])?.what
            #expect(
                what?.contains(type == 0x11 ? "AAC in LATM on PID 0x0120" : "SAMPLE-AES") == true,
                "\(choice)"
            )
        }
        for choice: TrackChoice in [isVideo ? .audio : .video, .identifier(0x100)] {
            #expect(try Self.read([map], taking: [choice]).tracks.count == 1, "\(choice)")
        }
    }

    @Test(arguments: [
        (UInt8(0x0F), "has no data", "Give a file with complete streams"),
        (0x03, "(MPEG-1 audio)", "Encode it as H.264, HEVC, AAC, AC-3 or E-AC-3"),
        (0x86, "(SCTE-35)", "Encode it as H.264, HEVC, AAC, AC-3 or E-AC-3"),
    ])
    func `Where nothing is left, the reason is said`(type: UInt8, finding: String, remedy: String) throws {
        let refusal = Self.refusal([[Self.entry(type, 0x120)]], taking: [.all])
        #expect(refusal?.what.contains("(expected some): PID 0x0120 \(finding)") == true)
        #expect(refusal?.remedy == remedy)
        // If there are other streams, the caller decides.
        let mezzanine = try Self.read([[Self.video, Self.entry(type, 0x120)]], taking: [.identifier(0x120)])
        #expect(mezzanine.tracks.isEmpty && mezzanine.otherTracks.map(\.identifier) == [0x100])
        #expect(mezzanine.notes.count == 1 && mezzanine.notes[0].hasPrefix("PID 0x0120 \(finding)"))
    }

    /// Streams that are left out may change their type; the note names the selected kind.
    @Test
    func `Streams that are left out may change`() throws {
        let kinds = [UInt8(0x03), 0x02].map { [Self.video, Self.sound, Self.entry($0, 0x120)] }
        for maps in [kinds, kinds.reversed()] {
            let notes = try Self.read(maps, taking: [.video]).notes
            #expect(notes == ["PID 0x0120 (MPEG-2 video) is left out"])
        }
        let maps = [UInt8(0x02), 0x03, 0x86].map { [Self.video, Self.sound, Self.entry($0, 0x120)] }
        let mezzanine = try Self.read(maps, taking: [.all])
        #expect(mezzanine.tracks.count == 2)
        #expect(mezzanine.notes == ["PID 0x0120 (MPEG-2 video) is left out"])
    }

    @Test
    func `The map of a program may move`() throws {
        let maps = [[Self.video, Self.sound], [Self.video, Self.sound]]
        let mezzanine = try Self.read(maps, mapPIDs: [0x1000, 0x1001], taking: [.all])
        #expect(mezzanine.tracks.map(\.samples.count) == [50, 100])
    }

    @Test
    func `A map that names a stream twice is refused where they differ`() throws {
        let twice = [Self.video, Self.sound, Self.entry(0x02, StreamBuilder.videoPID)]
        let refusal = Self.refusal([twice], taking: [.all])
        #expect(refusal?.what.hasPrefix("PID 0x0100 that the program map names twice") == true)
        #expect(try Self.read([twice], taking: [.audio]).tracks.count == 1)
        #expect(try Self.read([[Self.video, Self.sound, Self.video]], taking: [.all]).tracks.count == 2)
    }

    /// The file is read again only if streams are added, at most seven times.
    @Test
    func `Languages may come in any number of maps`() throws {
        let language = ProgramDescriptor(tag: 0x0A, body: Array("fre".utf8) + [0])
        let maps = (0...10).map { count in
            [Self.video]
                + (0..<10).map {
                    Self.entry(0x0F, StreamBuilder.audioPID + UInt16($0), $0 < count ? [language] : [])
                }
        }
        let mezzanine = try Self.read(maps, taking: [.identifier(0x100), .audio])
        #expect(mezzanine.tracks.map(\.language) == [nil, "fra"])
        #expect(mezzanine.notes.count == 9)
    }

    /// Stream types of Blu-ray disc, whose program has the registration descriptor 'HDMV'.
    @Test(arguments: [(UInt8(0x86), "DTS"), (0x80, "LPCM of Blu-ray disc")])
    func `Streams of Blu-ray disc have their own types`(type: UInt8, name: String) throws {
        let map = [Self.video, Self.sound, Self.entry(type, 0x120)]
        let mezzanine = try Self.read([map], of: [Self.registration("HDMV")], taking: [.audio])
        #expect(mezzanine.notes == ["PID 0x0120 (\(name)) is left out"])
    }
}
