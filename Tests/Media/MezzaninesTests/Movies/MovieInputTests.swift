import Bitstreams
import Foundation
import ISOBaseMedia
import Mezzanines
import RepositoryFiles
import Testing

/// Complete movies; for ffmpeg's files the expected times and offsets come from ffprobe.
struct MovieInputTests {
    private static let sources = Repository.sampleMedia.appending(path: "mezzanines")

    @Test(
        arguments: [
            ("h264-aac", [.avc, .aac]), ("h264-ac3", [.avc, .ac3]), ("h264-eac3", [.avc, .eac3]),
            ("hevc-aac", [.hevc, .aac]),
        ] as [(String, [TrackFormat.Codec])]
    )
    func samplesAreThoseOfFFprobe(name: String, codecs: [TrackFormat.Codec]) throws {
        let tracks = try compare(Self.sources.appending(path: name + ".mp4"))
        #expect(tracks.map(\.format.codec) == codecs)
        #expect(tracks.map(\.timescale) == [12_800, 48_000])
        #expect(tracks.map(\.format.codedSize) == [TrackFormat.Picture(width: 426, height: 240), nil])
        #expect(tracks.compactMap(\.format.audio?.channelCount) == [2])
        #expect(tracks.map(\.presentationEnd) == [nil, nil])
    }

    /// The same media in other forms of files.
    @Test(
        arguments: [
            ("faststart.mp4", ["-movflags", "faststart"]),
            ("plain.mov", []),
            ("noedit.mp4", ["-use_editlist", "0"]),
            ("fragments.mp4", ["-movflags", "frag_keyframe+delay_moov+default_base_moof"]),
            ("absolute.mp4", ["-movflags", "frag_keyframe+empty_moov"]),
            ("hybrid.mp4", ["-movflags", "frag_keyframe"]),
            ("negative.mp4", ["-movflags", "negative_cts_offsets"]),
        ] as [(String, [String])]
    )
    func formsAreThoseOfFFprobe(name: String, options: [String]) throws {
        let folder = try ScratchFolder()
        let source = Self.sources.appending(path: "h264-aac.mp4").path
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", source, "-c", "copy"] + options + [name],
            in: folder.url
        )
        let tracks = try compare(folder.url.appending(path: name))
        #expect(tracks.map(\.samples.count) == [100, 189])
    }

    /// Empty edits: one track starts 0.5 s late, the other 0.3 s.
    @Test
    func delaysAreThoseOfFFprobe() throws {
        let folder = try ScratchFolder()
        let source = Self.sources.appending(path: "h264-aac.mp4").path
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-itsoffset", "0.3", "-i", source, "-itsoffset", "0.5", "-i", source]
                + ["-map", "0:v", "-map", "1:a", "-c", "copy", "late.mp4"],
            in: folder.url
        )
        let tracks = try compare(folder.url.appending(path: "late.mp4"))
        // 300 ms less two frames of B-frame delay are 220 ms at 12 800 Hz; 500 ms less the priming are 478.67
        // ms, which ffmpeg writes as 478 ms.
        #expect(tracks.map(\.presentationShift) == [2816, 478 * 48])
    }

    /// ffmpeg marks recovery points as key frames, but those at predicted pictures are no sync samples.
    ///
    /// I-pictures of open GOPs are.
    @Test(arguments: [("intra-refresh=1:bframes=0", 1), ("open-gop=1:bframes=3", 5), ("slices=3", 5)])
    func gradualRefreshHasNoSyncSamples(_ parameters: String, _ count: Int) throws {
        let folder = try ScratchFolder()
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25:duration=4", "-c:v",
                "libx264",
            ]
                + ["-x264-params", "keyint=20:min-keyint=20:scenecut=0:\(parameters)", "made.mp4"],
            in: folder.url
        )
        let path = folder.url.appending(path: "made.mp4")
        let bytes = InMemoryByteSource([UInt8](try Data(contentsOf: path)))
        let mezzanine = try Mezzanine.read(path: "made.mp4", bytes)
        let track = try #require(mezzanine.tracks.first)
        let isSync = track.samples.map(\.isSync)
        #expect(isSync.count == 100 && isSync.first == true && isSync.filter { $0 }.count == count)
        #expect(mezzanine.notes.count == (count == 1 ? 1 : 0))
    }

    /// Without `stss` every sample is a sync sample by definition; predicted pictures are excepted.
    @Test(arguments: [
        ["libx264", "-bf", "2"], ["libx265", "-x265-params", "log-level=error:bframes=2"],
        ["libx265", "-tune", "zerolatency", "-x265-params", "log-level=error"],
        ["libaom-av1", "-cpu-used", "8", "-usage", "realtime"],
    ])
    func filesWithoutTablesOfSyncSamples(encoder: [String]) throws {
        let folder = try ScratchFolder()
        let source = [
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25:duration=3", "-g", "25",
        ]
        try Tool.run(
            "ffmpeg",
            source + ["-pix_fmt", "yuv420p", "-c:v"] + encoder + ["made.mp4"],
            in: folder.url
        )
        var bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "made.mp4")))
        let expected = try Mezzanine.read(path: "made.mp4", InMemoryByteSource(bytes)).tracks[0].samples.map(
            \.isSync
        )
        #expect(expected.filter { $0 }.count == 3 && expected.count == 75)
        let table = try #require(bytes.firstRange(of: Array("stss".utf8)))
        bytes.replaceSubrange(table, with: Array("free".utf8))
        let mezzanine = try Mezzanine.read(path: "made.mp4", InMemoryByteSource(bytes))
        #expect(mezzanine.tracks[0].samples.map(\.isSync) == expected)
        #expect(
            mezzanine.notes.filter { $0.contains("72 of its sync samples contain predicted pictures") }.count
                == 1
        )
    }

    /// Compares presentation time, size, offset and sync flag of all samples with ffprobe.
    private func compare(_ file: URL) throws -> [SourceTrack] {
        let bytes = InMemoryByteSource([UInt8](try Data(contentsOf: file)))
        let mezzanine = try Mezzanine.read(path: file.path, bytes)
        #expect(mezzanine.kind == .movie && mezzanine.notes.isEmpty && mezzanine.timelineStart == nil)
        for (number, track) in mezzanine.tracks.enumerated() {
            let found = track.samples.map { sample in
                "\(track.presentationTime(of: sample)),\(sample.size),\(sample.offset),\(sample.isSync ? "K" : "_")"
            }
            let packets = try Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "\(number)", "-of", "csv=p=0"]
                    + ["-show_entries", "packet=pts,size,pos,flags", file.path],
                in: file.deletingLastPathComponent()
            )
            let expected = String(decoding: packets, as: UTF8.self).split(separator: "\n")
                .map { $0.split(separator: ",") }.filter { $0.count >= 4 }
                .map { "\($0[0]),\($0[1]),\($0[2]),\($0[3].prefix(1))" }
            #expect(found.count > 50)
            #expect(found == expected, "track \(number) of \(file.lastPathComponent)")
        }
        return mezzanine.tracks
    }

    /// Chunk offsets of 64 bits, and an `mdat` with a 64-bit size.
    @Test
    func largeFormsAreRead() throws {
        let small = MovieBuilder()
        let large = MovieBuilder(isLarge: true)
        let tracks = try [small, large].map { try #require(try $0.read().tracks.first) }
        #expect(tracks[0].samples.map(\.offset) == [28, 31, 34, 37])
        #expect(tracks[1].samples.map(\.offset) == [36, 39, 42, 45])
        #expect(tracks[1].samples.map(\.decodeTime) == [0, 10, 20, 30])
    }

    @Test
    func severalTracksKeepTheirOrder() throws {
        let sound = MadeTrack(handler: "soun", language: 0x15C7, entries: [Entries.aac])
        var french = sound
        // "fra": letters 6, 18 and 1.
        french.language = 6 << 10 | 18 << 5 | 1
        french.samples = [MadeTrack.Sample](repeating: .init(bytes: [9], duration: 1024), count: 7)
        let mezzanine = try MovieBuilder(tracks: [MadeTrack(), sound, french]).read()
        #expect(mezzanine.tracks.map(\.identifier) == [1, 2, 3])
        #expect(mezzanine.tracks.map(\.content) == [.video, .audio, .audio])
        #expect(mezzanine.tracks.map(\.language) == [nil, "eng", "fra"])
        #expect(mezzanine.tracks.map(\.samples.count) == [4, 4, 7])
        #expect(mezzanine.tracks.map(\.samples.endTime) == [40, 40, 7168])
    }

    @Test
    func otherTracksAreNamed() throws {
        var main = MadeTrack()
        main.references = BoxNode("tref", fields: BoxNode("chap", fields: word(3) + word(4)).bytes)
        func otherTrack(_ handler: String, _ type: String) -> MadeTrack {
            MadeTrack(handler: handler, entries: [BoxNode(code(type), fields: zeros(8))])
        }
        let pictures = MadeTrack(entries: [Entries.video("jpeg", [])])
        let tracks = [
            main, otherTrack("tmcd", "tmcd"), otherTrack("text", "text"), pictures,
            otherTrack("hint", "rtp "),
        ]
        let mezzanine = try MovieBuilder(
            tracks: tracks + [otherTrack("meta", "mebx"), otherTrack("subt", "stpp")]
        )
        .read()
        #expect(mezzanine.tracks.map(\.identifier) == [1])
        #expect(
            mezzanine.notes == [
                "track 2 ('tmcd') is left out: time code",
                "track 3 ('text') is left out: chapters",
                "track 4 ('jpeg') is left out: chapters",
                "track 5 ('rtp ') is left out: hints for streaming",
                "track 6 ('mebx') is left out: timed metadata",
                "track 7 ('stpp') is left out: subtitles, which are taken from WebVTT files only",
            ]
        )
    }

    /// Every AAC frame is a sync sample; USAC frames (object type 42) only if the tables list them.
    @Test(
        arguments: [
            (Entries.esds([0x11, 0x90]), [true, true, true, true]),
            (Entries.esds([0xF9, 0x46, 0x43, 0x22, 0]), [true, false, false, true]),
        ]
    )
    func framesOfAudioAreSync(configuration: BoxNode, expected: [Bool]) throws {
        var track = MadeTrack(handler: "soun", entries: [Entries.sound("mp4a", [configuration])])
        for index in [1, 2] { track.samples[index].isSync = false }
        let samples = try #require(try MovieBuilder(tracks: [track]).read().tracks.first).samples
        #expect(samples.map(\.isSync) == expected)
    }

    @Test
    func aLastSampleWithoutDurationGetsThatOfTheOneBefore() throws {
        var track = MadeTrack()
        track.samples[3].duration = 0
        let mezzanine = try MovieBuilder(tracks: [track]).read()
        #expect(mezzanine.tracks.first?.samples.endTime == 40)
        #expect(mezzanine.notes.count == 1)
    }

    /// A format must not keep `moov` in memory, and equal formats compare equal, whatever their offsets.
    @Test
    func formatsHaveNoPlace() throws {
        let tracks = try MovieBuilder(tracks: [MadeTrack(), MadeTrack()]).read().tracks
        #expect(tracks[0].format == tracks[1].format)
        #expect(tracks[0].format.sampleEntry.offset == 0)
    }
}
