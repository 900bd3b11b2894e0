import Ciphers
import CommonEncryption
import SampleEncryption

/// Takes the records of a target: looks at their samples, compares them with the source's, authenticates them.
struct EssenceSink: ~Copyable {
    private(set) var samples: SampleShape
    private var code: EssenceCode
    private var comparison: EssenceComparison?
    /// Why the source says nothing.
    private(set) var sourceFailure: TargetFailure?

    /// Whether records are still to be compared.
    var isComparing: Bool { comparison.map { $0.difference == nil } ?? false }

    /// What differs from the source.
    var difference: EssenceComparison.Difference? { comparison?.difference }

    /// - Parameters:
    ///   - digestKey: the key of the code.
    ///   - source: the name of the source; nil when there is none to compare with.
    ///   - isCut: see `EssenceComparison`.
    ///   - movie: what the section says, of fragments.
    /// - Throws: `CipherError`.
    init(digestKey: ContentKey, source: String?, isCut: Bool, movie: MovieFormat?) throws(CipherError) {
        samples = SampleShape(movie: movie)
        code = try EssenceCode(key: digestKey)
        comparison = source.map { EssenceComparison(with: $0, isCut: isCut, movie: movie) }
    }

    /// Takes the next record.
    mutating func take(_ record: EssenceRecord, _ bytes: Span<UInt8>) throws(CipherError) {
        try code.take(record.kind, bytes)
        samples.take(record, bytes)
    }

    /// Compares the record with the source's.
    mutating func compare(
        _ record: EssenceRecord,
        _ bytes: Span<UInt8>,
        with other: EssenceRecord,
        _ otherBytes: Span<UInt8>
    ) {
        comparison?.compare(record, bytes, with: other, otherBytes)
    }

    /// One of the two is over.
    mutating func end(_ record: EssenceRecord?, _ other: EssenceRecord?, at offset: UInt64) {
        comparison?.end(record, other, at: offset)
    }

    /// Both are over, and so many bytes of each were left out at the end.
    mutating func cut(_ count: Int, _ other: Int, at offset: UInt64) {
        comparison?.cut(count, other, at: offset)
    }

    /// A source that cannot be read says nothing about the protected bytes, which are looked at all the same.
    mutating func sourceFailed(_ failure: TargetFailure) {
        sourceFailure = failure
        comparison = nil
    }

    /// The code of all records.
    consuming func finish() throws(CipherError) -> EssenceCode.Value { try code.finish() }
}
