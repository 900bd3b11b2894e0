import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

/// Limits of a sample's subsample list: 16 bits of clear bytes, and at most 255 bytes of information.
@Suite struct SubsampleLimitTests {
    /// The NAL units of a sample, and the expected subsamples.
    struct Case: Sendable, CustomTestStringConvertible {
        var scheme = ProtectionScheme.cbcs
        /// The NAL unit sizes in bytes, with the length field; negative for units that stay clear.
        let units: [Int]
        /// The expected subsamples: clear bytes, protected bytes.
        let entries: [[Int]]
        var isCrowded = false

        var testDescription: String { "\(scheme), units \(units.prefix(3)) of \(units.count)" }
    }

    /// A slice has 4 bytes of length and a header of 4 bytes, which stay clear.
    static let cases: [Case] = [
        Case(units: [], entries: []),
        Case(units: [-65535], entries: [[65535, 0]]),
        Case(units: [-65536], entries: [[65535, 0], [1, 0]]),
        Case(units: [-65527, 108], entries: [[65535, 100]]),
        Case(units: [-65528, 108], entries: [[65535, 0], [1, 100]]),
        Case(units: [-131_062, 108], entries: [[65535, 0], [65535, 100]]),
        Case(units: [-131_063, 108], entries: [[65535, 0], [65535, 0], [1, 100]]),
        Case(units: [108, -10], entries: [[8, 100], [10, 0]]),
        Case(units: [9, 8, 10], entries: [[8, 1], [16, 2]]),
        Case(scheme: .cenc, units: [108, 23, 24], entries: [[12, 96], [31, 16]]),
        Case(units: [Int](repeating: 28, count: 42), entries: [[Int]](repeating: [8, 20], count: 42)),
        Case(
            units: [Int](repeating: 28, count: 43),
            entries: [[Int]](repeating: [8, 20], count: 41) + [[56, 0]],
            isCrowded: true
        ),
        Case(
            scheme: .cenc,
            units: [Int](repeating: 24, count: 40),
            entries: [[Int]](repeating: [8, 16], count: 40)
        ),
        Case(
            scheme: .cenc,
            units: [Int](repeating: 24, count: 41),
            entries: [[Int]](repeating: [8, 16], count: 39) + [[48, 0]],
            isCrowded: true
        ),
        // After 41 slices 200,000 clear bytes would follow, which take four entries: room for 38 slices is
        // left.
        Case(
            units: [Int](repeating: 28, count: 41) + [-200_000],
            entries: [[Int]](repeating: [8, 20], count: 38)
                + [[65535, 0], [65535, 0], [65535, 0], [200_084 - 3 * 65535, 0]],
            isCrowded: true
        ),
    ]

    @Test(arguments: cases)
    func listsEntries(_ limit: Case) throws {
        let sample = limit.units.flatMap(Self.unit)
        let fragment = FragmentBuilder(track: 1, samples: [sample])
        let movie = try SyntheticMovie.clear()
        let survey = try FragmentRun.survey(fragment.bytes, movie, limit.scheme)
        #expect((survey.partlyProtectedSamples?.count ?? 0) == (limit.isCrowded ? 1 : 0))
        let written = try FragmentRun.write(
            fragment.bytes,
            movie,
            .encrypted(try SyntheticMovie.fragmentKey(limit.scheme))
        )
        let read = PlainFragmentReader(written.bytes, vectorSize: limit.scheme == .cenc ? 8 : 0)
        #expect(read.samples.first?.parts?.map { [$0.clear, $0.protected] } == limit.entries)
        let invariant = try FragmentRun.invariant(
            written.bytes,
            SyntheticMovie.protected(movie, limit.scheme),
            key: try SyntheticMovie.key()
        )
        #expect(invariant.code == written.outcome.mac)
        #expect(invariant.records.last?.bytes == sample)
    }

    @Test func refusesMoreClearBytesThanCanBeListed() throws {
        let sample = Self.unit(-42 * 65535 - 1)
        let fragment = FragmentBuilder(track: 1, samples: [sample])
        #expect(throws: SampleEncryptionError.self) {
            try FragmentRun.survey(fragment.bytes, try SyntheticMovie.clear())
        }
        let largest = FragmentBuilder(track: 1, samples: [Self.unit(-42 * 65535)])
        #expect(
            try FragmentRun.survey(largest.bytes, try SyntheticMovie.clear()).partlyProtectedSamples == nil
        )
    }

    private static func unit(_ size: Int) -> [UInt8] {
        let count = abs(size) - 4
        var unit = AVCSliceBuilder.make(isIDR: true, firstMacroblock: 0, data: []).unit
        if size < 0 { unit = [6] }
        unit += [UInt8](repeating: 0x55, count: count - unit.count)
        return FragmentBytes.number(count, 4) + unit
    }
}
