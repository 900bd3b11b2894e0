import Bitstreams
import Mezzanines
import Muxing
import TestRandomness
import Testing

struct RandomAccessTests {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func readsAnywhereAsInOrder(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let lengthSize = [1, 2, 4].randomElement(using: &random) ?? 4
        let video = SyntheticTracks.cut(
            SyntheticTracks.video(Self.pictures(&random), lengthSize: lengthSize),
            before: [10, 20]
        )
        let sound = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            let frames = (0..<60).map { _ in random.bytes(Int.random(in: 1...700, using: &random)) }
            return SyntheticTracks.cut(SyntheticTracks.audio(.aac, frames), before: [20, 40])
        }
        let muxer = try TransportStreamMuxer([video] + sound, isSingleFile: true)
        let source = try #require(try RenditionReading.rendition(muxer).files.first).bytes
        let bytes = try RenditionReading.all(source, by: 188)
        #expect(try RenditionReading.all(source, by: 256 << 10) == bytes)
        let stream = try Demultiplexed(bytes)
        #expect(stream.countersRunOn)
        let reader = try source.makeReader()
        for _ in 0..<200 {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let count = Int.random(in: 0...3_000, using: &random)
            let found = try reader.bytes(count, at: UInt64(start))
            #expect(found == Array(bytes[start..<min(bytes.count, start + count)]), "at \(start)")
        }
    }

    private static func pictures(_ random: inout SeededGenerator) -> [SyntheticPicture] {
        (0..<30).map { number in
            var units: [[UInt8]] = []
            if Bool.random(using: &random) { units.append([9, 0xF0]) }
            if number % 5 == 0, Bool.random(using: &random) {
                units += [SyntheticTracks.sequenceParameterSet, SyntheticTracks.pictureParameterSet]
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let header: UInt8 = [6, 0x41, 0x65, 0x67].randomElement(using: &random) ?? 1
                units.append([header] + random.bytes(Int.random(in: 0...250, using: &random)))
            }
            return SyntheticPicture(
                units: units,
                isSync: number % 5 == 0,
                compositionOffset: Int32.random(in: -3...3, using: &random) * 3_000
            )
        }
    }

    /// A source that has changed since it was opened, and can give its first or its second bytes.
    private final class ChangingSource: ByteSource {
        let first: InMemoryByteSource
        let second: InMemoryByteSource
        let isSecond: Bool

        init(_ first: [UInt8], _ second: [UInt8], isSecond: Bool) {
            self.first = InMemoryByteSource(first)
            self.second = InMemoryByteSource(second)
            self.isSecond = isSecond
        }

        var size: UInt64 { first.size }
        func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
            isSecond ? second : first
        }
        func isUnchanged() -> Bool { !isSecond }
    }

    /// Detects that the file was truncated, or lengths in it changed, between drafting and reading.
    @Test(arguments: [true, false])
    func noticesChanges(_ isCut: Bool) throws {
        // 14 bytes of header, 6 of delimiter, 4 of start code and 152 of the slice are 176: the capacity of a
        // first packet.
        let picture = SyntheticPicture(units: [[UInt8](repeating: 0x41, count: 152), [9, 0xF0]])
        let track = SyntheticTracks.video([picture, picture])
        let bytes = try track.bytes.makeReader().bytes(Int(track.bytes.size), at: 0)
        // The delimiter, which would be dropped, becomes a slice, which would not, and needs another packet.
        var changedBytes = bytes
        for index in changedBytes.indices where changedBytes[index] == 9 { changedBytes[index] = 0x41 }
        let changed = ChangingSource(bytes, isCut ? Array(bytes.dropLast(20)) : changedBytes, isSecond: true)
        let before = SyntheticTracks.cut(track)
        let after = SyntheticTracks.cut(Self.track(like: track, changed))
        let draft = try TransportStreamMuxer([before], isSingleFile: false).draft(0)
        let rendition = try TransportStreamMuxer([after], isSingleFile: false).rendition(of: [draft])
        #expect(!rendition.files[0].bytes.isUnchanged())
        let reader = try rendition.files[0].bytes.makeReader()
        #expect(throws: ByteSourceError.changed(path: "made.mp4")) {
            try reader.bytes(100_000, at: 0)
        }
    }

    private static func track(like track: SourceTrack, _ bytes: any ByteSource) -> SourceTrack {
        SourceTrack(
            path: track.path,
            identifier: track.identifier,
            content: track.content,
            format: track.format,
            timescale: track.timescale,
            language: track.language,
            presentationShift: track.presentationShift,
            presentationEnd: track.presentationEnd,
            samples: track.samples,
            bytes: bytes
        )
    }
}
