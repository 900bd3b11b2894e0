package import Failures
package import FoundationEssentials

/// The digests of a published result and of what it was made from; a result with the same digests need not be
/// made again.
///
/// Digests have 32 bytes (SHA-256).
package struct Publication: Hashable, Sendable {
    /// The size of a digest, in bytes.
    package static let digestByteCount = 32

    /// The digest of the options and the template, under a key of the store.
    package let optionsDigest: [UInt8]
    /// The digest of the names, sizes and times of the inputs.
    package let inputStamp: [UInt8]
    /// The digest of the bytes of the inputs, or nil if they were not read for it.
    package let inputDigest: [UInt8]?
    /// The digest of the names, sizes and times of the result's files.
    package let outputStamp: [UInt8]
    /// The ids of the keys, in the order of their slots; empty for a clear result.
    package let keyIDs: [UUID]

    /// Creates a publication; throws `.invalidField` if a digest does not have 32 bytes.
    package init(
        optionsDigest: [UInt8],
        inputStamp: [UInt8],
        inputDigest: [UInt8]?,
        outputStamp: [UInt8],
        keyIDs: [UUID]
    ) throws(RunFailure) {
        for digest in [optionsDigest, inputStamp, inputDigest ?? inputStamp, outputStamp]
        where digest.count != Self.digestByteCount {
            throw .invalidField(
                name: "digest",
                found: "\(digest.count) bytes",
                expected: "\(Self.digestByteCount)"
            )
        }
        self.optionsDigest = optionsDigest
        self.inputStamp = inputStamp
        self.inputDigest = inputDigest
        self.outputStamp = outputStamp
        self.keyIDs = keyIDs
    }
}
