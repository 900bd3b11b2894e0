package import Failures
package import FoundationEssentials

/// The use of a key on the media of a rendition; append-only.
package struct MediaUse: Hashable, Sendable {
    /// The size of a digest, in bytes.
    static let digestByteCount = 32

    /// The id of the key.
    let keyID: UUID
    /// The name of the rendition.
    package let rendition: String
    /// The method of protection, as on the command line; the same media have another digest under another
    /// method.
    package let method: String
    /// The digest of the media, 32 bytes, made with the store's media digest key.
    package let digest: [UInt8]
    /// The time of recording, in whole seconds once stored.
    package let recordedAt: Date

    /// Creates a use.
    ///
    /// Throws `.invalidField` unless the digest has 32 bytes, the rendition 1 to 4096 and the method 1 to 32
    /// bytes without control characters.
    package init(
        keyID: UUID,
        rendition: String,
        method: String,
        digest: [UInt8],
        recordedAt: Date = Date()
    ) throws(RunFailure) {
        guard digest.count == Self.digestByteCount else {
            throw .invalidField(
                name: "media digest",
                found: "\(digest.count) bytes",
                expected: "\(Self.digestByteCount)"
            )
        }
        self.keyID = keyID
        self.rendition = try RecordText(rendition, name: "rendition", limit: 4096).value
        self.method = try RecordText(method, name: "method", limit: 32).value
        self.digest = digest
        self.recordedAt = recordedAt
    }
}

/// The renditions whose media may have changed since their key was used (`--reuse-key`).
package enum KeyReuse: Sendable {
    case none
    case renditions(Set<String>)
    case all

    func allows(_ rendition: String) -> Bool {
        switch self {
        case .none: false
        case .renditions(let names): names.contains(rendition)
        case .all: true
        }
    }
}

/// A rendition whose media differ from those that its key was used on.
package struct UseConflict: Hashable, Sendable {
    /// The identity of the key.
    let identity: KeyIdentity
    /// The name of the rendition.
    let rendition: String
}
