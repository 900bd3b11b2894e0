import CommonEncryption
import TestRandomness

/// A random segment of fragments in all the forms that fragments have.
struct RandomFragmentedSegment {
    /// A sample, and the ranges of it that have to be encrypted.
    struct Sample {
        let track: UInt32
        var bytes: [UInt8]
        var protected: [Range<Int>]
    }

    /// Limits of the random choice.
    struct Options: Sendable {
        /// The factor by which sample sizes are multiplied.
        var scale = 1
        /// Indicates whether some samples have more slices than a `senc` entry can list.
        var hasCrowdedSamples = false
    }

    private(set) var bytes: [UInt8] = []
    /// The samples in file order.
    private(set) var samples: [Sample] = []
    let movie: MovieFormat
    /// The offset of the segment in its file, in bytes.
    let offset: UInt64
    private let lengthSize: Int
    private let options: Options

    init(using random: inout SeededGenerator, _ options: Options = Options()) throws {
        self.options = options
        lengthSize = [1, 2, 4, 4].randomElement(using: &random) ?? 4
        offset = [0, 1000, 5_000_000_000].randomElement(using: &random) ?? 0
        movie = try SyntheticMovie.clear(lengthSize: lengthSize)
        if Bool.random(using: &random) { bytes += FragmentBytes.box("styp", Array("msdh".utf8)) }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            if Bool.random(using: &random) {
                bytes += FragmentBytes.box(
                    ["prft", "emsg", "free", "uuid"].randomElement(using: &random) ?? "free",
                    isLarge: Bool.random(using: &random),
                    random.bytes(Int.random(in: 16...60, using: &random))
                )
            }
            appendFragment(&random)
        }
    }

    private mutating func appendFragment(_ random: inout SeededGenerator) {
        let tracks = [UInt32](1...3).shuffled(using: &random)
            .prefix(Int.random(in: 1...3, using: &random))
        var fragments = tracks.map { RandomTrackFragment(track: $0) }
        for index in fragments.indices {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                fragments[index].runs.append(run(of: fragments[index], &random))
            }
        }
        let data = Self.interleave(&fragments, &random)
        samples += data
        for index in fragments.indices {
            fragments[index].choose(
                before: index > 0 ? fragments[index - 1] : nil,
                startsFile: offset == 0 && bytes.count < 1000,
                using: &random
            )
        }
        let isLarge = Bool.random(using: &random)
        let between =
            Bool.random(using: &random) ? FragmentBytes.box("free", random.bytes(5)) : []
        let isLargeData = Bool.random(using: &random)
        let start = Int(offset) + bytes.count
        func movieFragment(dataAt dataPosition: Int) -> [UInt8] {
            FragmentBytes.box(
                "moof",
                isLarge: isLarge,
                FragmentBytes.box("mfhd", FragmentBytes.number(0, 4), FragmentBytes.number(7, 4)),
                fragments.flatMap { $0.box(dataAt: dataPosition, movieFragmentAt: start) },
                isLarge ? FragmentBytes.box("abcd", [1, 2, 3]) : []
            )
        }
        let size = movieFragment(dataAt: 0).count
        let dataOffset = start + size + between.count + (isLargeData ? 16 : 8)
        bytes += movieFragment(dataAt: dataOffset)
        guard !data.isEmpty || Bool.random(using: &random) else { return }
        bytes += between + FragmentBytes.box("mdat", isLarge: isLargeData, data.flatMap(\.bytes))
    }

    /// Interleaves the runs of all track fragments, keeping the order within each; returns their samples.
    private static func interleave(
        _ fragments: inout [RandomTrackFragment],
        _ random: inout SeededGenerator
    ) -> [Sample] {
        var data: [Sample] = []
        var position = 0
        while let index = fragments.indices.filter({ fragments[$0].hasUnplacedRuns })
            .randomElement(using: &random)
        {
            let run = fragments[index].placeRun(at: position)
            position += run.reduce(0) { $0 + $1.bytes.count }
            data += run
        }
        return data
    }

    private func run(
        of fragment: RandomTrackFragment,
        _ random: inout SeededGenerator
    ) -> RandomTrackFragment.Run {
        let count = [0, 1, 1, 2, 5].randomElement(using: &random) ?? 1
        let isConstant = Bool.random(using: &random)
        let size = fragment.defaultSize
        let samples = (0..<count).map { _ in
            isConstant ? sample(of: fragment.track, size: size, &random) : sample(of: fragment.track, &random)
        }
        return RandomTrackFragment.Run(samples: samples, isConstant: isConstant)
    }

    /// Returns a sample of `size` bytes, at least 16.
    private func sample(of track: UInt32, size: Int, _ random: inout SeededGenerator) -> Sample {
        guard track == 1 else { return nonVideoSample(track, random.bytes(size)) }
        var slice = AVCSliceBuilder.make(isIDR: true, firstMacroblock: 3, data: [])
        slice.unit += random.bytes(size - slice.unit.count - lengthSize)
        return Sample(
            track: track,
            bytes: FragmentBytes.number(slice.unit.count, lengthSize) + slice.unit,
            protected: [lengthSize + slice.clear..<size]
        )
    }

    private func sample(of track: UInt32, _ random: inout SeededGenerator) -> Sample {
        let sizes = [0, 1, 15, 16, 17, 31, 32, 33, 159, 160, 161, 176, 500]
        guard track == 1 else {
            let size = (sizes.randomElement(using: &random) ?? 0) * options.scale
            return nonVideoSample(track, random.bytes(size))
        }
        var sample = Sample(track: track, bytes: [], protected: [])
        let isCrowded = options.hasCrowdedSamples && Int.random(in: 0..<8, using: &random) == 0
        for _
            in 0..<(isCrowded
            ? Int.random(in: 38...60, using: &random) : Int.random(in: 0...5, using: &random))
        {
            appendUnit(to: &sample, &random)
        }
        return sample
    }

    private func appendUnit(to sample: inout Sample, _ random: inout SeededGenerator) {
        let limit = [1: 240, 2: 60_000][lengthSize] ?? 200_000
        let sizes = [0, 1, 2, 14, 15, 16, 17, 150, 159, 160, 161, 176, 177, 400]
        let size = min(limit, (sizes.randomElement(using: &random) ?? 0) * options.scale)
        var unit: (unit: [UInt8], clear: Int)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: unit = (AVCSliceBuilder.sequenceParameterSet, 0)
        case 1: unit = (AVCSliceBuilder.pictureParameterSet, 0)
        case 2: unit = ([0x06] + random.bytes(size), 0)
        case 3: unit = ([0x09, 0xF0], 0)
        default:
            unit = AVCSliceBuilder.make(
                isIDR: Bool.random(using: &random),
                firstMacroblock: Int.random(in: 0..<300, using: &random),
                data: random.bytes(size)
            )
        }
        let start = sample.bytes.count + lengthSize
        sample.bytes += FragmentBytes.number(unit.unit.count, lengthSize) + unit.unit
        if unit.clear > 0, unit.clear < unit.unit.count {
            sample.protected.append(start + unit.clear..<sample.bytes.count)
        }
    }

    private func nonVideoSample(_ track: UInt32, _ bytes: [UInt8]) -> Sample {
        Sample(track: track, bytes: bytes, protected: track == 2 && !bytes.isEmpty ? [0..<bytes.count] : [])
    }
}
