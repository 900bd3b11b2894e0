import CommonEncryption
import ProtectionTerms
import SampleEncryption
import TestRandomness
import Testing

/// Fragments in all forms are encrypted so that a simple independent reader recovers every sample.
@Suite struct FragmentEncryptionTests {
    /// The parameters of one encryption run.
    struct Way: Sendable, CustomTestStringConvertible {
        var scheme: ProtectionScheme
        var isGrouped = false
        var scale = 1
        var hasCrowdedSamples = false
        var pieceSize = 256 << 10

        var testDescription: String {
            "\(scheme)\(isGrouped ? ", seig" : ""), scale \(scale), pieces of \(pieceSize)"
        }
    }

    static let ways: [Way] = [
        Way(scheme: .cbcs),
        Way(scheme: .cenc),
        Way(scheme: .cbcs, isGrouped: true),
        Way(scheme: .cenc, isGrouped: true),
        Way(scheme: .cbcs, scale: 7, pieceSize: 512),
        Way(scheme: .cenc, scale: 7, pieceSize: 700),
        Way(scheme: .cbcs, scale: 300, pieceSize: 10_000),
        Way(scheme: .cenc, scale: 300),
        Way(scheme: .cbcs, hasCrowdedSamples: true),
        Way(scheme: .cenc, hasCrowdedSamples: true),
    ]

    @Test(arguments: ways)
    func plainReaderGetsSamplesBack(_ way: Way) throws {
        for _ in 0..<(way.scale > 100 ? 2 : 25) {
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let segment = try RandomFragmentedSegment(
                using: &random,
                .init(scale: way.scale, hasCrowdedSamples: way.hasCrowdedSamples)
            )
            try Self.check(segment, way, "seed \(seed)")
        }
    }

    /// Audio of cbcs gets a `senc` that has only the sample count.
    ///
    /// Shaka Packager writes the same. Bento4 takes samples without an entry in a `senc` for clear.
    @Test func cbcsAudioHasSampleCountOnly() throws {
        let sample = [UInt8](repeating: 7, count: 40)
        let clear = FragmentBuilder(track: 2, samples: [sample, sample, sample])
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(.cbcs))
        let written = try FragmentRun.write(clear.bytes, try SyntheticMovie.clear(), treatment).bytes
        var expected = clear
        // Size, type, version and flags, sample_count; there is no saiz or saio.
        expected.extra = [0, 0, 0, 16] + Array("senc".utf8) + [0, 0, 0, 0, 0, 0, 0, 3]
        #expect(Array(written.prefix(expected.bytes.count - 120)) == Array(expected.bytes.dropLast(120)))
        #expect(written.count == expected.bytes.count)
    }

    private static func check(_ segment: RandomFragmentedSegment, _ way: Way, _ seed: Comment) throws {
        let survey = try FragmentRun.survey(
            segment.bytes,
            segment.movie,
            way.scheme,
            isGrouped: way.isGrouped,
            at: segment.offset
        )
        let written = try FragmentRun.write(
            segment.bytes,
            segment.movie,
            .encrypted(try SyntheticMovie.fragmentKey(way.scheme, isGrouped: way.isGrouped)),
            at: segment.offset,
            pieceSize: way.pieceSize
        )
        #expect(survey.encrypted.length == UInt64(written.bytes.count), seed)
        #expect(survey.encrypted.length == written.outcome.extent.length, seed)
        #expect(survey.encrypted.map == written.outcome.extent.map, seed)
        #expect(survey.sampleCount == UInt64(segment.samples.count { $0.track != 3 }), seed)
        let read = PlainFragmentReader(written.bytes, vectorSize: way.scheme == .cenc ? 8 : 0)
        try #require(read.samples.count == segment.samples.count, seed)
        let key = try SyntheticMovie.key()
        for (found, sample) in zip(read.samples, segment.samples.sortedLikeThePlainReader) {
            var found = found
            let ranges = sample.track == 3 ? [] : found.ranges(isWhole: sample.track == 2)
            let limit = way.scheme == .cenc ? 40 : 42
            if found.parts == nil || found.parts?.count ?? 0 < limit {
                #expect(ranges == Self.expected(sample, way.scheme), seed)
            }
            if way.scheme == .cenc {
                try found.decryptCENC(ranges, key)
            } else {
                try found.decryptCBCS(ranges, isPatterned: sample.track == 1, key)
            }
            #expect(found.bytes == sample.bytes, seed)
        }
        try checkInvariants(segment, written, way, seed)
    }

    /// Returns the ranges that have to be encrypted: cenc encrypts only whole blocks of video.
    private static func expected(
        _ sample: RandomFragmentedSegment.Sample,
        _ scheme: ProtectionScheme
    ) -> [Range<Int>] {
        guard scheme == .cenc, sample.track == 1 else { return sample.protected }
        return sample.protected
            .map { $0.lowerBound + $0.count % 16..<$0.upperBound }
            .filter { !$0.isEmpty }
    }

    private static func checkInvariants(
        _ segment: RandomFragmentedSegment,
        _ written: (bytes: [UInt8], outcome: SegmentOutcome),
        _ way: Way,
        _ seed: Comment
    ) throws {
        let clear = try FragmentRun.invariant(segment.bytes, segment.movie, at: segment.offset)
        let decrypted = try FragmentRun.invariant(
            written.bytes,
            SyntheticMovie.protected(segment.movie, way.scheme, isGrouped: way.isGrouped),
            key: try SyntheticMovie.key(),
            pieces: way.pieceSize / 3
        )
        #expect(clear.code == written.outcome.mac, seed)
        #expect(decrypted.code == written.outcome.mac, seed)
        let samples = clear.records.filter { if case .sample = $0.kind { true } else { false } }
        #expect(
            samples.map(\.bytes).filter { !$0.isEmpty }
                == segment.samples.map(\.bytes).filter { !$0.isEmpty },
            seed
        )
    }
}

extension [RandomFragmentedSegment.Sample] {
    /// The samples ordered by offset, as the reader has them.
    ///
    /// Among samples at the same offset the empty ones come first; these are all alike.
    var sortedLikeThePlainReader: Self {
        var offset = 0
        let placed = map { sample in
            defer { offset += sample.bytes.count }
            return (offset, sample)
        }
        return placed.sorted { ($0.0, $0.1.bytes.count) < ($1.0, $1.1.bytes.count) }.map(\.1)
    }
}
