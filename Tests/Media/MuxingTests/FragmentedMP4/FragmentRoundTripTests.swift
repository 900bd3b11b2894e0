import Bitstreams
import ISOBaseMedia
import Mezzanines
import TestRandomness
import Testing

@testable import Muxing

/// Compares the samples that a movie reader finds in fragments with the source; the seed gives the track.
struct FragmentRoundTripTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func keepsSamplesAndTimes(_ seed: UInt64) throws {
        let track = RandomTrack(seed: seed)
        let rendition = try FragmentedMP4Muxer(track.segments, isSingleFile: seed % 2 == 0).wholeRendition()
        let file = try rendition.joined()
        let found = try ReadBack(file)
        #expect(found.samples.count == track.samples.count)
        for (found, sample) in zip(found.samples, track.samples) {
            #expect(found.duration == sample.duration)
            #expect(found.isSync == sample.isSync)
            #expect(found.size == sample.size)
            let range = Int(found.offset)..<Int(found.offset) + Int(found.size)
            #expect(file[range] == track.bytes[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)])
        }
        let edit = found.editMediaTime
        let times = found.samples.map { Int64($0.decodeTime) + Int64($0.compositionOffset) - edit }
        let expected = track.samples.map { Int64($0.decodeTime) + Int64($0.compositionOffset) + track.shift }
        #expect(times == expected)
        let gaps = zip(found.samples, found.samples.dropFirst()).map { $1.decodeTime - $0.decodeTime }
        #expect(gaps == zip(track.samples, track.samples.dropFirst()).map { $1.decodeTime - $0.decodeTime })
        #expect(found.samples.map(\.compositionOffset).min() == 0)
        #expect(edit == 0 || found.samples[0].decodeTime == 0)
    }

    @Test(arguments: 200..<300 as Range<UInt64>)
    func countsFragmentsAndFindsIFrames(_ seed: UInt64) throws {
        let track = RandomTrack(seed: seed)
        let muxer = try FragmentedMP4Muxer(track.segments, isSingleFile: seed % 2 == 0)
        let rendition = try muxer.wholeRendition()
        let numbers = try sequenceNumbers(try rendition.joined())
        #expect(numbers == (1...max(1, numbers.count)).map { UInt32($0) })
        let edit = try ReadBack(try rendition.joined()).editMediaTime
        var presented: [Int64] = []
        for segment in rendition.segments {
            let file = try rendition.files[segment.location.file].bytes.contents()
            for frame in segment.iFrames {
                let range = Int(frame.range.lowerBound)..<Int(frame.range.upperBound)
                let found = try frameTime(Array(file[range])) - edit
                #expect(frame.start == MediaTime(ticks: max(0, found), timescale: 1000))
                presented.append(found)
            }
        }
        // Pictures before the start may be left out, others not.
        let syncSamples = track.samples.filter { track.segments.track.content == .video && $0.isSync }
        let expected = syncSamples.map { presentation(of: $0, in: track) }
        #expect(presented.filter { $0 > 0 } == expected.filter { $0 > 0 })
    }

    @Test(arguments: 300..<340 as Range<UInt64>)
    func readsAnywhereWhatItReadsInOrder(_ seed: UInt64) throws {
        let track = RandomTrack(seed: seed)
        var random = SeededGenerator(seed: seed)
        let rendition = try FragmentedMP4Muxer(track.segments, isSingleFile: seed % 2 == 0).wholeRendition()
        for file in rendition.files {
            let whole = try file.bytes.contents()
            #expect(UInt64(whole.count) == file.bytes.size)
            #expect(try file.bytes.contents(by: Int.random(in: 1...40, using: &random)) == whole)
            let reader = try file.bytes.makeReader()
            for _ in 0..<60 {
                let offset = Int.random(in: 0...whole.count + 3, using: &random)
                let count = Int.random(in: 0...400, using: &random)
                let expected = whole.dropFirst(offset).prefix(count)
                #expect(try reader.bytes(count, at: UInt64(offset)) == Array(expected))
            }
        }
    }

    private func presentation(of sample: MovieSample, in track: RandomTrack) -> Int64 {
        Int64(sample.decodeTime) + Int64(sample.compositionOffset) + track.shift
    }

    /// Returns the composition time of the only sample after a `moof` and the header of an `mdat`.
    private func frameTime(_ bytes: [UInt8]) throws -> Int64 {
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        var reader = BoxIterator(ByteReader(bytes.prefix(size)))
        let box = try #require(try reader.next())
        #expect(box.type == "moof")
        let fragment = try #require(try MovieFragmentBox(box).trackFragments.first)
        let run = try #require(fragment.runs.first)
        let length = try #require(run.row(0).size ?? fragment.header.defaultSampleSize)
        #expect(bytes.count == size + 8 + Int(length))
        #expect(run.dataOffset == Int32(size + 8))
        #expect(Array(bytes.dropFirst(size + 4).prefix(4)) == Array("mdat".utf8))
        let time = try #require(fragment.baseMediaDecodeTime)
        return Int64(time) + Int64(run.row(0).compositionOffset ?? 0)
    }

    private func sequenceNumbers(_ file: [UInt8]) throws -> [UInt32] {
        var numbers: [UInt32] = []
        var boxes = BoxIterator(ByteReader(file[...]))
        while let box = try boxes.next() {
            guard box.type == "moof" else { continue }
            var children = box.children
            while let child = try children.next() {
                guard child.type == "mfhd" else { continue }
                var reader = child.reader
                try reader.skip(4)
                numbers.append(try reader.uint32())
            }
        }
        return numbers
    }
}
