package import FoundationEssentials

/// What a result was made of and with, and what it looks like: equal ones need not be made again.
///
/// Digests are SHA-256, 32 bytes.
package struct Publication: Hashable, Sendable {
    /// Size of a digest.
    package static let digestByteCount = 32

    /// The digest of the options and the template, under a key of the store.
    package let optionsDigest: [UInt8]
    /// The digest of the names, sizes and times of the inputs.
    package let inputStamp: [UInt8]
    /// The digest of the bytes of the inputs; nil where nobody read them for it.
    package let inputDigest: [UInt8]?
    /// The digest of the names, sizes and times of the result's files.
    package let outputStamp: [UInt8]
    /// The keys that it was encrypted with, in the order of their slots; none of a clear result.
    package let keyIDs: [UUID]

    /// Checks the sizes of the digests.
    package init(
        optionsDigest: [UInt8],
        inputStamp: [UInt8],
        inputDigest: [UInt8]?,
        outputStamp: [UInt8],
        keyIDs: [UUID]
    ) throws(KeyStoreError) {
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
