import Ciphers
import CommonEncryption
import SampleEncryption

/// Receives the records of a verification item.
///
/// It checks their samples, compares them with those of the source, and computes their MAC.
struct InvariantSink: ~Copyable {
    private(set) var sampleCheck: SampleSyntaxCheck
    private var mac: InvariantMAC
    /// The comparison with the source, or nil if there is none or it cannot be read.
    var comparison: InvariantComparison?
    /// The reason why the source could not be compared, or nil if it could.
    private(set) var sourceFailure: VerificationFailure?

    /// Indicates whether records still have to be compared.
    var isComparing: Bool { comparison.map { $0.difference == nil } ?? false }

    /// - Parameters:
    ///   - digestKey: the key of the MAC.
    ///   - source: the name of the source, or nil to compare with none.
    ///   - isCut: true if the range may be cut in PES packets.
    ///   - movie: the movie format of the initialization section, or nil if there are no fragments.
    /// - Throws: `CipherError` if the MAC cannot be started.
    init(digestKey: ContentKey, source: String?, isCut: Bool, movie: MovieFormat?) throws(CipherError) {
        sampleCheck = SampleSyntaxCheck(movie: movie)
        mac = try InvariantMAC(key: digestKey)
        comparison = source.map { InvariantComparison(with: $0, isCut: isCut, movie: movie) }
    }

    /// Checks the samples of the next record, and adds it to the MAC.
    mutating func add(_ record: InvariantRecord, _ bytes: Span<UInt8>) throws(CipherError) {
        try mac.add(record.kind, bytes)
        sampleCheck.check(record, bytes)
    }

    /// Ends the comparison because the source cannot be read; the protected bytes are still checked.
    mutating func sourceFailed(_ failure: VerificationFailure) {
        sourceFailure = failure
        comparison = nil
    }

    /// Returns the MAC of all records.
    consuming func finish() throws(CipherError) -> MediaMAC { try mac.finish() }
}
