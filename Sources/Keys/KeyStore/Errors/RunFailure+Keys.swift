package import Failures
package import FoundationEssentials
import ProtectionTerms
import StoreFiles
import TextFormats

extension RunFailure.Kind {
    /// A value in a record that no store accepts.
    package static let invalidField = Self("invalid field")
    /// Keys that a license server does not have yet.
    package static let notProvisioned = Self("not provisioned")
}

/// Failures of records, keys and their identities.
extension RunFailure {
    /// A value in a record is one that no store accepts.
    package static func invalidField(name: String, found: String, expected: String) -> RunFailure {
        .ofKeyStore(
            .malformed,
            "\(name) is not valid",
            found: found,
            expected: expected,
            kind: .invalidField
        )
    }

    /// A key id is not in the store.
    package static func unknownKey(_ keyID: UUID) -> RunFailure {
        .ofKeyStore(
            .malformed,
            "key \(keyID.uuidString.lowercased()) is not in the key store",
            remedy: "Correct the key id, or name another store with \(CommandOption.keyStore)."
        )
    }

    /// A key URI names another key of the same title.
    static func uriNamesAnotherKey(_ identity: KeyIdentity) -> RunFailure {
        .ofKeyStore(
            .usage,
            "the key URI already names another key of this title",
            found: identity.description,
            remedy: "Use a template that tells all keys apart, such as content-id-track.",
            auditSubject: identity.contentID.value
        )
    }

    /// A given key, IV or key id is not the stored one.
    package static func contradiction(_ identity: KeyIdentity, field: String) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: identity,
            "the \(field) given is not the one that is stored",
            remedy: "Leave it out, or use \(CommandOption.newKey) for another generation.",
            auditSubject: identity.contentID.value
        )
    }

    /// The length of a stored key, in bytes, is not that of the method.
    package static func wrongKeyLength(
        _ identity: KeyIdentity,
        found: Int,
        expected: Int,
        method: String
    ) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: identity,
            "the stored key has \(found) bytes",
            expected: "\(expected), for \(method)",
            remedy:
                "Use \(CommandOption.newKey) for another generation, or another \(CommandOption.contentID)."
        )
    }

    /// The length of a key, in bytes, is not that of the other keys in its title's generation.
    package static func mixedKeyLengths(
        _ identity: KeyIdentity,
        count: Int,
        otherIdentity: KeyIdentity,
        otherCount: Int
    ) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: identity,
            "a key of \(count) bytes cannot be in one generation with a key of \(otherCount)",
            found: "track \(otherIdentity.track), period \(otherIdentity.period)",
            expected: "keys of one length in a generation",
            remedy:
                "Use a \(CommandOption.method) with keys of \(otherCount) bytes, another generation (\(CommandOption.newKey); for imports: "
                + "\(CommandOption.generation)), or another \(CommandOption.contentID).",
            auditSubject: identity.contentID.value
        )
    }

    /// Given bytes are a stored key if they are read as a key of the other length; `byteCount` is the length
    /// as given.
    static func keyOfOtherLength(
        _ identity: KeyIdentity,
        of otherIdentity: KeyIdentity,
        byteCount: Int
    ) -> RunFailure {
        let isShort = byteCount == 16
        return .ofKeyStore(
            .malformed,
            at: identity,
            isShort
                ? "the given key and IV together are the key of 32 bytes that is stored for \(otherIdentity)"
                : "the first half of the key of \(byteCount) bytes given is the key that is stored for \(otherIdentity)",
            expected: isShort ? "a key of 16 bytes and an IV, which playlists show" : "a key of its own",
            remedy: isShort
                ? "Use \(CommandOption.method) aes-256-gcm, or give another key."
                : "If these are a key and its IV, use another method than aes-256-gcm; else give another key.",
            auditSubject: identity.contentID.value
        )
    }

    /// A published value reveals a new or stored key in whole or in part.
    ///
    /// The value (an IV, id, name or URI) belongs to the key `of`, which may be the same key.
    package static func exposedKey(
        _ identity: KeyIdentity,
        by exposure: KeyExposure,
        of otherIdentity: KeyIdentity
    ) -> RunFailure {
        let isOwnValue = identity == otherIdentity
        return .ofKeyStore(
            .malformed,
            at: isOwnValue && exposure.isInIdentity ? nil : identity,
            isOwnValue
                ? "this key is not accepted, as \(exposure.description)"
                : "the \(exposure.rawValue) of \(otherIdentity) is this key, and playlists and media show it",
            expected: isOwnValue
                ? "a different \(exposure.rawValue)" : "keys that no published value shows",
            remedy: isOwnValue
                ? "Give another \(exposure.rawValue) or another key."
                : "Give another key, or another \(exposure.rawValue).",
            auditSubject: auditSubject(of: identity, exposedBy: exposure)
        )
    }

    /// A stored key is wanted again, although a published value of its own reveals it.
    static func exposedStoredKey(_ identity: KeyIdentity, by exposure: KeyExposure) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: exposure.isInIdentity ? nil : identity,
            "the stored key is not used, as \(exposure.description)",
            remedy: "Use \(CommandOption.newKey) for another generation.",
            auditSubject: auditSubject(of: identity, exposedBy: exposure)
        )
    }

    /// Returns the subject of the log entry about an exposed key: a title or track that reveals the key must
    /// not be shown.
    private static func auditSubject(of identity: KeyIdentity, exposedBy exposure: KeyExposure) -> String {
        exposure.isInIdentity ? "key store" : identity.contentID.value
    }

    /// The media changed since their key was used.
    package static func mediaChanged(_ conflicts: [UseConflict]) -> RunFailure {
        let renditions = conflicts.map { "\($0.rendition) (\($0.identity))" }.joined(separator: ", ")
        return .ofKeyStore(
            .malformed,
            "the media changed since their key was used: \(renditions)",
            remedy: "Use \(CommandOption.newKey), or \(CommandOption.reuseKey) if the change is intended.",
            auditSubject: conflicts.first?.identity.contentID.value ?? "key store"
        )
    }

    /// A revoked key is wanted again.
    package static func revoked(_ identity: KeyIdentity) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: identity,
            "the key was revoked",
            remedy: "Use \(CommandOption.newKey) for another generation.",
            auditSubject: identity.contentID.value
        )
    }

    /// A license server does not have these keys yet, as far as the store knows.
    package static func notProvisioned(licenseServer: String, _ identities: [KeyIdentity]) -> RunFailure {
        let list = identities.prefix(3).map(\.description).joined(separator: "; ")
        return .ofKeyStore(
            .unavailable,
            at: "license server \(licenseServer)",
            "\(CountText.text(identities.count, "key is", plural: "keys are")) not confirmed yet",
            found: list + (identities.count > 3 ? "; ..." : ""),
            remedy:
                "Deliver the output of `fairlead keys export \(CommandOption.pending) \(licenseServer)`, run "
                + "`fairlead keys confirm \(CommandOption.licenseServer) \(licenseServer)`, then run this command again.",
            kind: .notProvisioned,
            auditSubject: identities.first?.contentID.value
        )
    }
}
