import Bitstreams
import ProtectionTerms
import SampleEncryption
import TextFormats

/// Compares the encrypted ranges of samples with those that follow from their clear bytes and parameter sets.
///
/// Players that compute the ranges themselves, such as those of Apple, need both to be equal to the byte.
struct ProtectedRangeComparison {
    private let scheme: ProtectionScheme
    private var finder = MovieProtectedRangeFinder()
    /// The ranges computed for the current sample.
    private var computedRanges: [Range<Int>] = []
    private var subsamples = SubsampleList()

    /// - Parameter scheme: the protection scheme of the samples.
    init(_ scheme: ProtectionScheme) {
        self.scheme = scheme
    }

    /// Computes the ranges of a clear sample; samples of a track have to come in order, unencrypted ones too.
    ///
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed.
    mutating func find(
        _ sample: InMemorySample,
        of fragment: FragmentLayout.TrackFragment,
        _ codec: SampleCodec
    ) throws(SampleEncryptionError) {
        computedRanges.removeAll(keepingCapacity: true)
        var sample = sample
        do {
            try finder.append(of: &sample, in: fragment, codec, to: &computedRanges)
        } catch let error as SampleEncryptionError {
            throw error
        } catch {
            throw .malformed(.missing(offset: sample.offset, "sample that can be read: \(error)"))
        }
    }

    /// Throws unless the ranges that a fragment lists are those that `find` computed last.
    ///
    /// - Parameters:
    ///   - listed: the ranges that were encrypted.
    ///   - sample: the sample that was given to `find`.
    ///   - codec: the codec of the sample.
    ///   - ivSize: the size in bytes of the sample's IV in `senc`.
    /// - Throws: `.malformed` with the first range that differs, or `.unsupported` if `senc` cannot list the
    ///   computed ranges.
    mutating func compare(
        _ listed: [Range<Int>],
        with sample: InMemorySample,
        _ codec: SampleCodec,
        ivSize: Int
    ) throws(SampleEncryptionError) {
        var expected = computedRanges
        if codec != .wholeSamples {
            try subsamples.set(
                computedRanges,
                sampleSize: sample.count,
                scheme,
                ivSize: ivSize,
                at: sample.offset
            )
            expected = subsamples.ranges
        }
        guard listed != expected else { return }
        let index = zip(listed, expected).prefix { $0 == $1 }.count
        let (listedRange, expectedRange) = (listed.dropFirst(index).first, expected.dropFirst(index).first)
        let start = (expectedRange ?? listedRange)?.lowerBound ?? 0
        let location = sample.locationDescription(at: start, codec).map { " " + $0 } ?? ""
        throw .malformed(
            .invalid(
                offset: sample.offset + UInt64(start),
                field: "protected range \(index + 1)\(location)",
                found: Self.description(listedRange),
                expected: "\(Self.description(expectedRange)), as its headers and parameter sets require"
            )
        )
    }

    private static func description(_ range: Range<Int>?) -> String {
        range.map { "\(CountText.text($0.count, "byte")) from byte \($0.lowerBound) of the sample" } ?? "none"
    }
}

extension InMemorySample {
    /// Describes a byte of the sample; see `SampleCodec.description(ofByteAt:in:)`.
    fileprivate func locationDescription(at position: Int, _ codec: SampleCodec) -> String? {
        var sample = self
        let bytes = Array(sample.bytes(0..<count))
        return codec.description(ofByteAt: position, in: bytes.span)
    }
}
