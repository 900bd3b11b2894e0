import Ciphers
package import Failures
package import FoundationEssentials
package import KeyStore

/// Parameters of the record by which a batch later skips a title that is already published.
package struct TitleRecording: Sendable {
    /// The content id of the title.
    package let contentID: ContentID
    /// The SHA-256 of the options that the result depends on.
    let optionsDigest: [UInt8]
    /// The digests of other options that give the same result.
    let otherOptionsDigests: [[UInt8]]
    /// Indicates whether the record has a digest of the inputs' bytes, which are read for it.
    let readsInputs: Bool

    /// Creates the parameters.
    package init(
        contentID: ContentID,
        optionsDigest: [UInt8],
        otherOptionsDigests: [[UInt8]] = [],
        readsInputs: Bool
    ) {
        self.contentID = contentID
        self.optionsDigest = optionsDigest
        self.otherOptionsDigests = otherOptionsDigests
        self.readsInputs = readsInputs
    }

    /// Indicates whether options with the stored digest give the same result as these options.
    func accepts(_ storedDigest: [UInt8], in store: any KeyRecordLookup) -> Bool {
        ([optionsDigest] + otherOptionsDigests).contains { Self.keyedDigest(of: $0, store) == storedDigest }
    }

    /// Returns a digest as it is stored: keyed by the store, since options may hold secrets that can be
    /// guessed.
    private static func keyedDigest(of digest: [UInt8], _ store: any KeyRecordLookup) -> [UInt8] {
        store.mediaDigestKey.withSpan { key in
            HMACSHA256.authenticationCode(of: Array("title options".utf8) + digest, key: key)
        }
    }

    /// Returns the record of a run whose result is in `tree` and is, or is going to be, published at
    /// `output`.
    package func titleRun(
        of inputs: TitleInputs,
        publishing tree: String,
        as output: String,
        keyIDs: [UUID],
        in store: any KeyRecordLookup,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> TitleRun {
        let inputDigest = readsInputs ? try inputs.digest(cancellation) : nil
        let outputStamp = try PublishedFiles(in: tree).stamp
        return try TitleRun(
            contentID: contentID,
            output: output,
            outcome: .published(
                Publication(
                    optionsDigest: Self.keyedDigest(of: optionsDigest, store),
                    inputStamp: inputs.metadataDigest,
                    inputDigest: inputDigest,
                    outputStamp: outputStamp,
                    keyIDs: keyIDs
                )
            )
        )
    }
}
