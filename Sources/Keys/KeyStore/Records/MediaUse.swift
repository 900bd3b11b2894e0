package import FoundationEssentials

/// Which media of a rendition a key was used on; append-only.
package struct MediaUse: Hashable, Sendable {
    /// Size of a digest.
    package static let digestByteCount = 32

    /// The key.
    package let keyID: UUID
    /// Name of the rendition.
    package let rendition: String
    /// The method of protection, as on the command line: the same media have another digest under another method.
    package let method: String
    /// 32 bytes that differ when the media differ; made with the store's media digest key.
    package let digest: [UInt8]
    /// When it was recorded, in whole seconds once stored.
    package let recordedAt: Date

    /// Checks the digest's size and the rendition's name (1 to 4096 bytes, no control characters) and the
    /// method's (1 to 32).
    package init(
        keyID: UUID,
        rendition: String,
        method: String,
        digest: [UInt8],
        recordedAt: Date = Date()
    ) throws(KeyStoreError) {
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

/// Renditions whose media may have changed although their key was used before (`--reuse-key`).
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

/// A rendition whose media are not those that its key was used on.
package struct UseConflict: Hashable, Sendable {
    /// The key.
    package let identity: KeyIdentity
    /// The rendition.
    package let rendition: String
}
