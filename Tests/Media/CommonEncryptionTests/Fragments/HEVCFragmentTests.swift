import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import Testing

/// The encrypted bytes of HEVC samples (ISO/IEC 23001-7, 9.5; NAL unit types of ITU-T H.265, table 7-1).
struct HEVCFragmentTests {
    private static let data = [UInt8](repeating: 7, count: 200)
    /// An SEI, a slice of another layer, and slices of reserved types: all stay clear.
    private static let clearUnits: [[UInt8]] = [
        [0x4E, 0x01] + data, [19 << 1, 0x09] + data, [10 << 1, 0x01] + data, [22 << 1, 0x01] + data,
    ]

    private static func movie() throws -> MovieFormat {
        var movie = try SyntheticMovie.clear()
        let sets = [HEVCSliceBuilder.sequenceParameterSet, HEVCSliceBuilder.pictureParameterSet]
        let codec = SampleCodec.hevc(SampleCodec.NALUnitConfiguration(lengthSize: 4, parameterSets: sets))
        movie.tracks[0].entries = [MovieTrackFormat.Entry(format: "hvc1", codec: codec)]
        return movie
    }

    /// Returns a sample of slices and NAL units that stay clear, and the ranges after the slice headers.
    private static func sample(
        _ picture: HEVCSliceBuilder.Picture
    ) -> (bytes: [UInt8], protected: [Range<Int>]) {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for address in [0, 1, 27] {
            let clearUnit = clearUnits[address % clearUnits.count]
            bytes += FragmentBytes.number(clearUnit.count, 4) + clearUnit
            let slice = HEVCSliceBuilder.make(picture, address: address, data: data)
            bytes += FragmentBytes.number(slice.unit.count, 4)
            ranges.append(bytes.count + slice.clear..<bytes.count + slice.unit.count)
            bytes += slice.unit
        }
        return (bytes, ranges)
    }

    @Test(arguments: ProtectionScheme.allCases)
    func sliceDataIsEncrypted(scheme: ProtectionScheme) throws {
        let samples = [Self.sample(.refresh), Self.sample(.trailing)]
        let clear = FragmentBuilder(track: 1, samples: samples.map(\.bytes)).bytes
        let movie = try Self.movie()
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(scheme))
        let written = try FragmentRun.write(clear, movie, treatment)
        let read = PlainFragmentReader(written.bytes, vectorSize: scheme == .cenc ? 8 : 0)
        try #require(read.samples.count == samples.count)
        let key = try SyntheticMovie.key()
        for (found, sample) in zip(read.samples, samples) {
            var found = found
            let ranges = found.ranges(isWhole: false)
            // cenc encrypts whole blocks: the remainder stays clear before them.
            let isWhole = scheme == .cbcs
            #expect(
                ranges
                    == sample.protected.map { range in
                        range.lowerBound + (isWhole ? 0 : range.count % 16)..<range.upperBound
                    }
            )
            #expect(found.bytes != sample.bytes)
            if isWhole {
                try found.decryptCBCS(ranges, isPatterned: true, key)
            } else {
                try found.decryptCENC(ranges, key)
            }
            #expect(found.bytes == sample.bytes)
        }
        let decrypted = try FragmentRun.invariant(
            written.bytes,
            SyntheticMovie.protected(movie, scheme),
            key: key
        )
        #expect(decrypted.code == written.outcome.mac)
    }

    @Test func sliceWithoutParameterSetsIsRefused() throws {
        var movie = try Self.movie()
        let codec = SampleCodec.hevc(
            SampleCodec.NALUnitConfiguration(
                lengthSize: 4,
                parameterSets: [HEVCSliceBuilder.sequenceParameterSet]
            )
        )
        movie.tracks[0].entries[0].codec = codec
        let clear = FragmentBuilder(track: 1, samples: [Self.sample(.refresh).bytes]).bytes
        let error = #expect(throws: SampleEncryptionError.self) { try FragmentRun.survey(clear, movie) }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("picture parameter set 0"))
    }
}
