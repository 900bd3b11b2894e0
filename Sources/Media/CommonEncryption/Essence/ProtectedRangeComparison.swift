import Bitstreams
import ProtectionTerms
import SampleEncryption

/// Compares the ranges of samples that were encrypted with those that their clear bytes and parameter sets ask for.
///
/// Players that work the ranges out themselves, as those of Apple do, play only where both are the same to the byte.
struct ProtectedRangeComparison {
    private let scheme: ProtectionScheme
    private var finders = ProtectedRangeFinders()
    /// What the sample at hand asks for.
    private var found: [Range<Int>] = []
    private var subsamples = SubsampleList()

    /// - Parameter scheme: the scheme that samples are encrypted with.
    init(_ scheme: ProtectionScheme) {
        self.scheme = scheme
    }

    /// Finds what a clear sample asks for; samples of a track have to come in order, clear ones too.
    ///
    /// - Throws: `SampleEncryptionError` where the sample cannot be parsed.
    mutating func find(
        _ sample: StoredSample,
        of fragment: FragmentLayout.TrackFragment,
        _ codec: SampleCodec
    ) throws(SampleEncryptionError) {
        found.removeAll(keepingCapacity: true)
        var sample = sample
        do {
            try finders.append(of: &sample, in: fragment, codec, to: &found)
        } catch let error as SampleEncryptionError {
            throw error
        } catch {
            throw .malformed(.missing(offset: sample.offset, "sample that can be read: \(error)"))
        }
    }

    /// Requires that what a fragment lists is what was found last.
    ///
    /// - Parameters:
    ///   - listed: the ranges that were encrypted.
    ///   - sample: the same sample as in `find`.
    ///   - codec: what it is.
    ///   - vectorSize: bytes of its vector in `senc`.
    /// - Throws: `.malformed` with the first range that differs.
    mutating func compare(
        _ listed: [Range<Int>],
        with sample: StoredSample,
        _ codec: SampleCodec,
        vectorSize: Int
    ) throws(SampleEncryptionError) {
        var expected = found
        if codec != .wholeSamples {
            try subsamples.set(
                found,
                sampleSize: sample.count,
                scheme,
                vectorSize: vectorSize,
                at: sample.offset
            )
            expected = subsamples.ranges
        }
        guard listed != expected else { return }
        let number = zip(listed, expected).prefix { $0 == $1 }.count
        let (says, asks) = (listed.dropFirst(number).first, expected.dropFirst(number).first)
        let start = (asks ?? says)?.lowerBound ?? 0
        let words = sample.words(at: start, codec).map { " " + $0 } ?? ""
        throw .malformed(
            .invalid(
                offset: sample.offset + UInt64(start),
                field: "protected range \(number + 1)\(words)",
                found: Self.text(says),
                expected: "\(Self.text(asks)), as its headers and parameter sets have it"
            )
        )
    }

    private static func text(_ range: Range<Int>?) -> String {
        range.map { "\($0.count) bytes from byte \($0.lowerBound) of the sample on" } ?? "none"
    }
}

extension StoredSample {
    /// See `SampleCodec.words`.
    fileprivate func words(at position: Int, _ codec: SampleCodec) -> String? {
        var sample = self
        let bytes = Array(sample.bytes(0..<count))
        return codec.words(at: position, in: bytes.span)
    }
}
