import Ciphers
package import FoundationEssentials
package import KeyStore

/// What a batch wants noted of a title when it is published, so that it need not be done again.
package struct TitleRecording: Sendable {
    /// The title.
    package let contentID: ContentID
    /// SHA-256 of the options that the result depends on.
    package let optionsDigest: [UInt8]
    /// Those of other options that give the same result.
    package let otherOptionsDigests: [[UInt8]]
    /// Whether the bytes of the inputs are read for their digest, too.
    package let readsInputs: Bool

    /// What is noted of a title.
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

    /// Whether a title that was published with options of this stored digest is what these give.
    func accepts(_ stored: [UInt8], in store: any KeyRecordLookup) -> Bool {
        ([optionsDigest] + otherOptionsDigests).contains { Self.stored($0, store) == stored }
    }

    /// A digest as it is stored: under a key of the store, because options may hold secrets that can be guessed.
    private static func stored(_ digest: [UInt8], _ store: any KeyRecordLookup) -> [UInt8] {
        store.mediaDigestKey.withSpan { key in
            HMACSHA256.authenticationCode(of: Array("title options".utf8) + digest, key: key)
        }
    }

    /// The end of a run whose result is in `tree` and is, or is going to be, at `output`.
    package func run(
        of inputs: TitleInputs,
        publishing tree: String,
        as output: String,
        keyIDs: [UUID],
        in store: any KeyRecordLookup,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> TitleRun {
        let inputDigest = readsInputs ? try inputs.digest(cancellation) : nil
        let outputStamp = try PublishedFiles(in: tree).stamp
        return try storeCalls { () throws(KeyStoreError) in
            try TitleRun(
                contentID: contentID,
                output: output,
                outcome: .published(
                    Publication(
                        optionsDigest: Self.stored(optionsDigest, store),
                        inputStamp: inputs.stamp,
                        inputDigest: inputDigest,
                        outputStamp: outputStamp,
                        keyIDs: keyIDs
                    )
                )
            )
        }
    }
}
