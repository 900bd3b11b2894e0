import Bitstreams
import ISOBaseMedia
import Mezzanines
import TestRandomness
import Testing
import TransportStreams

struct TransportStreamInputTests {
    private static func read(_ bytes: [UInt8]) throws(MezzanineError) -> Mezzanine {
        try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(bytes))
    }

    private static func samples(_ track: SourceTrack) throws -> [[UInt8]] {
        let reader = try track.bytes.makeReader()
        return try (0..<track.samples.count).map { number in
            let sample = track.samples[number]
            return try reader.bytes(Int(sample.size), at: sample.offset)
        }
    }

    @Test
    func findsPicturesAndFramesAndTheirTimes() throws {
        let mezzanine = try Self.read(StreamBuilder.title().bytes)
        #expect(mezzanine.timelineStart == 900_000)
        #expect(mezzanine.notes.isEmpty)
        let (video, audio) = (mezzanine.tracks[0], mezzanine.tracks[1])
        #expect(video.format.codedSize == TrackFormat.Picture(width: 320, height: 240))
        #expect(video.samples.count == 300 && video.timescale == 90_000)
        for (number, bytes) in try Self.samples(video).enumerated() {
            let slice = StreamBuilder.slice(number, isKey: number % 50 == 0)
            #expect(bytes == [UInt8](bigEndian: UInt32(slice.count)) + slice)
            let sample = video.samples[number]
            #expect(sample.decodeTime == UInt64(number * 3600) && sample.compositionOffset == 3600)
            #expect(sample.duration == 3600 && sample.isSync == (number % 50 == 0))
            #expect(video.presentationTime(of: sample) == Int64(903_600 + number * 3600))
        }
        #expect(audio.language == "fra" && audio.timescale == 48_000)
        #expect(audio.presentationShift == 480_000)
        for (number, bytes) in try Self.samples(audio).enumerated() {
            #expect(bytes == Array(StreamBuilder.frame(number).dropFirst(7)))
            #expect(audio.samples[number].decodeTime == UInt64(number * 1024))
        }
    }

    @Test
    func goesOnWhereTimeStampsWrap() throws {
        let start: Int64 = (1 << 33) - 300_000
        let mezzanine = try Self.read(StreamBuilder.title(start: UInt64(start)).bytes)
        #expect(mezzanine.timelineStart == start)
        let video = mezzanine.tracks[0]
        #expect(video.presentationTime(of: video.samples[299]) == start + 300 * 3600)
        #expect(mezzanine.tracks[1].timescale == 48_000)
    }

    @Test
    func countsTimesByStampsThatDoNotGoWithSamples() throws {
        let mezzanine = try Self.read(StreamBuilder.title(drift: 5).bytes)
        let audio = mezzanine.tracks[1]
        #expect(audio.timescale == 90_000 && mezzanine.notes.count == 1)
        for number in [0, 3, 300] {
            #expect(audio.samples[number].decodeTime == UInt64(number * 1920 + number / 3 * 5))
        }
        #expect(audio.samples[1].duration == 1920 && audio.samples[2].duration == 1925)
    }

    @Test(arguments: [PacketFormat.timestamped, .errorCorrected])
    func readsOtherPacketFormats(_ format: PacketFormat) throws {
        let plain = StreamBuilder.title(pictures: 100).bytes
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: plain.count, by: 188) {
            if format == .timestamped { bytes += [1, 2, 3, 4] }
            bytes += plain[start..<start + 188]
            if format == .errorCorrected { bytes += [UInt8](repeating: 0x47, count: 16) }
        }
        let expected = try Self.read(plain)
        let found = try Self.read(bytes)
        for (track, expectedTrack) in zip(found.tracks, expected.tracks) {
            #expect(try Self.samples(track) == Self.samples(expectedTrack))
        }
    }

    @Test
    func readsAnywhere() throws {
        let seed = UInt64.random(in: 0...(.max))
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let mezzanine = try Self.read(StreamBuilder.title(pictures: 500).bytes)
        for track in mezzanine.tracks {
            let whole = try track.bytes.makeReader().bytes(Int(track.bytes.size) + 1, at: 0)
            #expect(whole.count == Int(track.bytes.size))
            let reader = try track.bytes.makeReader()
            for _ in 0..<60 {
                let offset = Int.random(in: 0..<whole.count, using: &random)
                let count = Int.random(in: 0...3000, using: &random)
                let bytes = try reader.bytes(count, at: UInt64(offset))
                #expect(bytes[...] == whole[offset..<min(whole.count, offset + count)])
            }
        }
    }

    @Test
    func passesOverPacketsThatStandThereTwice() throws {
        let plain = StreamBuilder.title(pictures: 100).bytes
        var bytes: [UInt8] = []
        for (index, start) in stride(from: 0, to: plain.count, by: 188).enumerated() {
            bytes += plain[start..<start + 188]
            if index % 7 == 3 { bytes += plain[start..<start + 188] }
        }
        let (expected, found) = (try Self.read(plain), try Self.read(bytes))
        for (track, expectedTrack) in zip(found.tracks, expected.tracks) {
            #expect(try Self.samples(track) == Self.samples(expectedTrack))
        }
    }

    /// Packets that their adaptation field fills, or whose adaptation_field_control is reserved, are skipped.
    ///
    /// The continuity counter counts only the former.
    @Test
    func passesOverPacketsWithoutBytesOfPayload() throws {
        let plain = StreamBuilder.title(pictures: 100).bytes
        var bytes: [UInt8] = []
        var added: [Int: UInt8] = [:]
        for (index, start) in stride(from: 0, to: plain.count, by: 188).enumerated() {
            var packet = Array(plain[start..<start + 188])
            let pid = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
            packet[3] = packet[3] & 0xF0 | (packet[3] &+ added[pid, default: 0]) & 0x0F
            bytes += packet
            guard index % 7 == 3 else { continue }
            bytes += packet[..<3] + [packet[3] & 0x0F] + [UInt8](repeating: 0x47, count: 184)
            added[pid, default: 0] += 1
            let counter = (packet[3] &+ 1) & 0x0F
            bytes += [0x47, packet[1] | 0x40, packet[2], 0x30 | counter, 183, 0]
            bytes += [UInt8](repeating: 0xFF, count: 182)
        }
        let (expected, found) = (try Self.read(plain), try Self.read(bytes))
        for (track, expectedTrack) in zip(found.tracks, expected.tracks) {
            #expect(try Self.samples(track) == Self.samples(expectedTrack))
        }
        #expect(found.notes.count == 2 && found.notes.allSatisfy { $0.contains(" without data, ") })
    }

    @Test
    func saysWhereTheFileChangedWhileItIsRead() throws {
        let bytes = StreamBuilder.title(pictures: 100).bytes
        let source = ChangingSource(bytes)
        let mezzanine = try TransportStreamInput.read(path: "in.ts", source)
        source.cut(to: bytes.count / 376 * 188)
        let track = mezzanine.tracks[0]
        #expect(throws: ByteSourceError.changed(path: "in.ts")) {
            _ = try track.bytes.makeReader().bytes(Int(track.bytes.size), at: 0)
        }
    }
}

/// A source whose end can be cut off while it is read.
private final class ChangingSource: ByteSource, ByteSourceReader, @unchecked Sendable {
    private var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: UInt64 { UInt64(bytes.count) }

    func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

    func isUnchanged() -> Bool { false }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        try InMemoryByteSource(bytes).read(into: &buffer, range, at: offset)
    }
}
