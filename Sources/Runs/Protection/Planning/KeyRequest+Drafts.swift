import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

extension KeyRequest {
    /// Returns the draft of the key of `identity`: given, derived, or random.
    func draft(_ identity: KeyIdentity, _ keyLength: KeyLength) throws(RunFailure) -> KeyDraft {
        if let masterSecret { return try masterSecret.draft(identity, keyLength: keyLength) }
        return KeyDraft(
            identity: identity,
            keyID: providedKey?.keyID,
            key: providedKey?.key,
            iv: providedKey?.iv,
            keyLength: keyLength
        )
    }
}
