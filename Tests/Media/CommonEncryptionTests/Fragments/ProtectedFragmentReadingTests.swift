import Ciphers
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import TestRandomness
import Testing

/// Forms of protection that fairlead reads but does not write.
@Suite struct ProtectedFragmentReadingTests {
    private static let clear = [UInt8](0..<50)

    private static func full(_ type: String, _ body: [UInt8], flags: Int = 0) -> [UInt8] {
        FragmentBytes.box(type, FragmentBytes.number(flags, 4) + body)
    }

    /// Returns an audio sample encrypted in counter mode with this IV.
    private static func encrypted(_ iv: [UInt8]) throws -> [UInt8] {
        var bytes = clear
        var cipher = try CounterModeCipher(key: try SyntheticMovie.key().key)
        var span = bytes.mutableSpan
        try cipher.apply(to: &span, span.indices, counterBlock: .init(bytes: iv), position: 0)
        return bytes
    }

    private static func movie(
        vectorSize: Int,
        constant: [UInt8]? = nil
    ) throws -> MovieFormat {
        var movie = SyntheticMovie.protected(try SyntheticMovie.clear(), .cenc)
        movie.tracks[1].entries[0].encryption?.trackEncryption.perSampleIVSize = vectorSize
        movie.tracks[1].entries[0].encryption?.trackEncryption.constantIV = constant
        return movie
    }

    private static func samples(_ bytes: [UInt8], _ movie: MovieFormat) throws -> [UInt8]? {
        try FragmentRun.invariant(bytes, movie, key: try SyntheticMovie.key(), at: 7000).records.last?.bytes
    }

    @Test(arguments: [8, 16])
    func constantVector(size: Int) throws {
        let iv = [UInt8](200..<200 + UInt8(size))
        let fragment = FragmentBuilder(track: 2, samples: [try Self.encrypted(iv)])
        #expect(
            try Self.samples(fragment.bytes, Self.movie(vectorSize: 0, constant: iv)) == Self.clear
        )
    }

    @Test(arguments: [8, 16], ["senc alone", "relative", "absolute", "64 bits", "piff", "piff override"])
    func sampleVectors(size: Int, form: String) throws {
        let iv = [UInt8](200..<200 + UInt8(size))
        var fragment = FragmentBuilder(track: 2, samples: [try Self.encrypted(iv)])
        let sizes = Self.full("saiz", [UInt8(size)] + FragmentBytes.number(1, 4))
        let list = FragmentBytes.number(1, 4) + iv
        var tencSize = size
        // Extra boxes start at byte 88; saiz has 17 bytes; the data of senc begin 16 bytes after its start.
        switch form {
        case "senc alone":
            fragment.extra = Self.full("senc", list)
        case "relative", "absolute":
            let offset = 88 + 17 + 20 + 16 + (form == "absolute" ? 7000 : 0)
            fragment.extra =
                sizes + Self.full("saio", FragmentBytes.number(1, 4) + FragmentBytes.number(offset, 4))
                + Self.full("senc", list)
        case "64 bits":
            let offsets = FragmentBytes.number(1, 4) + FragmentBytes.number(88 + 17 + 24 + 16, 8)
            fragment.extra =
                sizes + Self.full("saio", offsets, flags: 1 << 24) + Self.full("senc", list)
        case "piff":
            fragment.extra = FragmentBytes.box("uuid", SampleEncryptionBox.extendedType, [0, 0, 0, 0], list)
        default:
            tencSize = size == 8 ? 16 : 8
            let override: [UInt8] = [0, 0, 1, UInt8(size)] + SyntheticMovie.keyID
            fragment.extra = FragmentBytes.box(
                "uuid",
                SampleEncryptionBox.extendedType + [0, 0, 0, 1],
                override,
                list
            )
        }
        #expect(try Self.samples(fragment.bytes, Self.movie(vectorSize: tencSize)) == Self.clear)
    }

    /// For a prefix of a segment, the reader returns the leading records of the whole segment.
    @Test(arguments: [ProtectionScheme.cbcs, .cenc])
    func rangesInsideOfSegments(scheme: ProtectionScheme) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let segment = try RandomFragmentedSegment(using: &random)
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(scheme))
        let written = try FragmentRun.write(segment.bytes, segment.movie, treatment, at: segment.offset)
        let movie = SyntheticMovie.protected(segment.movie, scheme)
        let whole = try FragmentRun.invariant(segment.bytes, segment.movie, at: segment.offset).records
        for _ in 0..<50 {
            let end = Int.random(in: 1...written.bytes.count, using: &random)
            let part = try FragmentRun.invariant(
                Array(written.bytes.prefix(end)),
                movie,
                key: try SyntheticMovie.key(),
                isWhole: false,
                pieces: 50
            ).records
            #expect(part.map(\.bytes) == whole.prefix(part.count).map(\.bytes), "seed \(seed), \(end)")
        }
    }
}
