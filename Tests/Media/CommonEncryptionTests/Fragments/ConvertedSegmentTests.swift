import CommonEncryption
import ProtectionTerms
import SampleEncryption
import TestRandomness
import Testing

/// Removal of in-band parameter sets: the result is that of a source without them.
@Suite struct ConvertedSegmentTests {
    /// The samples of a track, some with parameter sets, and the same without the sets.
    private struct Samples {
        var inBand: [[UInt8]] = []
        var outOfBand: [[UInt8]] = []

        init(using random: inout SeededGenerator) {
            let sets = [AVCSliceBuilder.sequenceParameterSet, AVCSliceBuilder.pictureParameterSet]
            for number in 0..<Int.random(in: 1...6, using: &random) {
                var units: [(bytes: [UInt8], isSet: Bool)] = [([9, 0xF0], false)]
                if number == 0 || Bool.random(using: &random) { units += sets.map { ($0, true) } }
                for macroblock in 0..<Int.random(in: 1...3, using: &random) {
                    let data = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                        UInt8.random(in: 4...255, using: &random)
                    }
                    let slice = AVCSliceBuilder.make(
                        isIDR: number == 0,
                        firstMacroblock: macroblock,
                        data: data + [0x80]
                    )
                    units.append((slice.unit, false))
                }
                if Bool.random(using: &random) { units.append((sets[1], true)) }
                let packed = units.map { (FragmentBytes.number($0.bytes.count, 4) + $0.bytes, $0.isSet) }
                inBand.append(packed.flatMap(\.0))
                outOfBand.append(packed.filter { !$0.1 }.flatMap(\.0))
            }
        }
    }

    private static func segments(using random: inout SeededGenerator) -> (inBand: [UInt8], outOfBand: [UInt8])
    {
        let head = FragmentBytes.box("styp", Array("msdh".utf8) + FragmentBytes.number(0, 4))
        var (inBand, outOfBand) = (head, head)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let samples = Samples(using: &random)
            inBand += FragmentBuilder(samples: samples.inBand).bytes
            outOfBand += FragmentBuilder(samples: samples.outOfBand).bytes
            let audio = FragmentBuilder(track: 2, samples: [[1, 2, 3], [4, 5]]).bytes
            inBand += audio
            outOfBand += audio
        }
        return (inBand, outOfBand)
    }

    @Test(arguments: [ProtectionScheme.cbcs, .cenc])
    func resultIsThatOfSegmentWithoutThem(scheme: ProtectionScheme) throws {
        for _ in 0..<25 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let segments = Self.segments(using: &random)
            let movie = try SyntheticMovie.clear(isInBand: true)
            let plain = try SyntheticMovie.clear()
            for treatment in [
                FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(scheme)), .clearLead,
            ] {
                let result = try FragmentRun.write(segments.inBand, movie, treatment, pieceSize: 512)
                let expected = try FragmentRun.write(segments.outOfBand, plain, treatment)
                #expect(result.bytes == expected.bytes, "seed \(seed)")
                #expect(result.outcome.mac == expected.outcome.mac, "seed \(seed)")
            }
        }
    }

    @Test func surveyKnowsPlaces() throws {
        for _ in 0..<25 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let segment = Self.segments(using: &random).inBand
            let movie = try SyntheticMovie.clear(isInBand: true)
            let survey = try FragmentRun.survey(segment, movie)
            #expect(survey.movie == movie)
            let encrypted = try FragmentRun.write(
                segment,
                movie,
                .encrypted(try SyntheticMovie.fragmentKey(.cbcs))
            )
            let start = try FragmentRun.write(segment, movie, .clearLead)
            for (result, written) in [(survey.encrypted, encrypted), (survey.clearLead, start)] {
                #expect(result.length == UInt64(written.bytes.count), "seed \(seed)")
                #expect(result.map == written.outcome.extent.map, "seed \(seed)")
                // Top-level box ends of the clear and the written segment correspond.
                let borders = zip(Self.borders(of: segment), Self.borders(of: written.bytes))
                for (clear, output) in borders {
                    #expect(result.map.outputOffset(of: UInt64(clear)) == UInt64(output), "seed \(seed)")
                }
            }
        }
    }

    /// Returns the offsets at which top-level boxes end, and 0.
    private static func borders(of bytes: [UInt8]) -> [Int] {
        var borders = [0]
        while let last = borders.last, last < bytes.count {
            borders.append(last + bytes[last..<last + 4].reduce(0) { $0 << 8 | Int($1) })
        }
        return borders
    }

    /// Samples of the default size get explicit sizes once these differ.
    @Test func defaultSizesBecomeSizesOfSamples() throws {
        let slice = AVCSliceBuilder.make(
            isIDR: true,
            firstMacroblock: 0,
            data: [UInt8](repeating: 7, count: 40)
        ).unit
        func packed(_ unit: [UInt8]) -> [UInt8] { FragmentBytes.number(unit.count, 4) + unit }
        let sets = packed(AVCSliceBuilder.sequenceParameterSet) + packed(AVCSliceBuilder.pictureParameterSet)
        let filler = packed([0x0C] + [UInt8](repeating: 0xFF, count: sets.count - 5))
        let samples = [sets + packed(slice), filler + packed(slice)]
        #expect(samples[0].count == samples[1].count)
        func segment(_ sizes: [UInt8], _ flags: Int, offset: Int, _ data: [UInt8]) -> [UInt8] {
            let run = FragmentBytes.box(
                "trun",
                FragmentBytes.number(flags, 4) + FragmentBytes.number(2, 4) + FragmentBytes.number(offset, 4)
                    + sizes
            )
            // default-base-is-moof, default-sample-size-present
            let header = FragmentBytes.box(
                "tfhd",
                FragmentBytes.number(0x02_0010, 4) + FragmentBytes.number(1, 4)
                    + FragmentBytes.number(samples[0].count, 4)
            )
            return FragmentBytes.box("moof", FragmentBytes.box("traf", header, run))
                + FragmentBytes.box("mdat", data)
        }
        let size = segment([], 1, offset: 0, []).count
        let inBand = segment([], 1, offset: size, samples.flatMap { $0 })
        let left = [packed(slice), samples[1]]
        let sizes = left.flatMap { FragmentBytes.number($0.count, 4) }
        let outOfBand = segment(sizes, 0x201, offset: size + 8, left.flatMap { $0 })
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let result = try FragmentRun.write(inBand, try SyntheticMovie.clear(isInBand: true), treatment)
        #expect(
            result.bytes == (try FragmentRun.write(outOfBand, try SyntheticMovie.clear(), treatment)).bytes
        )
    }
}
