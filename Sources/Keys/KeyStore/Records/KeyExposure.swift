package import Ciphers
package import Failures
package import FoundationEssentials
import ProtectionTerms

/// A value beside a content key that playlists and media show, and that reveals the key or a part of it.
///
/// Some key servers give such answers to requests without an IV (the reference server of SPEKE's authors, v1
/// and v2), and some files contain a key twice because someone had to write an IV and had none. A text
/// reveals a key, for example, if a key URI is a `data` URI of the key.
package enum KeyExposure: String, Hashable, Sendable {
    /// The IV of the record, shown in `tenc` and EXT-X-KEY.
    case initializationVector = "IV"
    /// The key id, shown in `tenc`, `pssh` boxes, EXT-X-KEY and URIs.
    case keyID = "key id"
    /// The content id of the title, shown in key URIs, reports and logs.
    case contentID = "content id"
    /// The name of the track, shown in key URIs, reports and logs.
    case track
    /// The URI in an EXT-X-KEY.
    case keyURI = "key URI"

    /// Finds the value that reveals a key; nil if none does.
    package init?(of key: ContentKey, iv: InitializationVector?, keyID: UUID?) {
        if let iv, key.isDisclosed(by: iv.bytes) {
            self = .initializationVector
        } else if let keyID, key.isDisclosed(by: keyID.bytes) {
            self = .keyID
        } else {
            return nil
        }
    }

    /// Finds the part of an identity that reveals a key; nil if none does.
    init?(of key: ContentKey, in identity: KeyIdentity) {
        if key.isDisclosed(byText: identity.contentID.value) {
            self = .contentID
        } else if key.isDisclosed(byText: identity.track) {
            self = .track
        } else {
            return nil
        }
    }

    /// Finds the value beside a key that reveals it, for a refusal; nil if none does.
    ///
    /// A title or track that does is found first, because the refusal must not show it.
    fileprivate init?(
        refusing key: ContentKey,
        of identity: KeyIdentity,
        iv: InitializationVector?,
        keyID: UUID?
    ) {
        guard let exposure = Self(of: key, in: identity) ?? Self(of: key, iv: iv, keyID: keyID) else {
            return nil
        }
        self = exposure
    }

    /// Throws if a key URI reveals its key.
    ///
    /// The title and the track are checked first, because messages about the URI contain them.
    ///
    /// - Throws: `.exposedKey`.
    package static func refuse(
        keyURI: String,
        of key: ContentKey,
        _ identity: KeyIdentity
    ) throws(RunFailure) {
        let exposure = KeyExposure(of: key, in: identity) ?? (key.isDisclosed(byText: keyURI) ? .keyURI : nil)
        if let exposure { throw .exposedKey(identity, by: exposure, of: identity) }
    }

    /// The exposure as a clause, for messages.
    package var description: String {
        "its \(rawValue) reveals the key or a part of it, and playlists and media show this \(rawValue)"
    }

    /// Indicates whether the identity of the key reveals it, and so must not be shown either.
    var isInIdentity: Bool { self == .contentID || self == .track }
}

extension KeyRecord {
    /// The value beside the key that reveals it, or nil if none does, as for all keys that a store accepts.
    package var exposure: KeyExposure? {
        KeyExposure(of: key, iv: iv, keyID: keyID) ?? KeyExposure(of: key, in: identity)
    }

    /// Throws if a value beside this stored key reveals it.
    ///
    /// - Throws: `.exposedStoredKey`.
    func refuseExposure() throws(RunFailure) {
        guard let exposure = KeyExposure(refusing: key, of: identity, iv: iv, keyID: keyID) else { return }
        throw .exposedStoredKey(identity, by: exposure)
    }
}

extension KeyDraft {
    /// Throws if a value beside this key would reveal it, or if a given value reveals a stored key.
    ///
    /// - Parameter keys: returns the stored keys that are equal to a key.
    /// - Throws: `.exposedKey`.
    func refuseExposure(
        among keys: (ContentKey) throws(RunFailure) -> [KeyRecord]
    ) throws(RunFailure) {
        guard let key else { return }
        if let exposure = KeyExposure(refusing: key, of: identity, iv: iv, keyID: keyID) {
            throw .exposedKey(identity, by: exposure, of: identity)
        }
        guard isExternal else { return }
        for (exposure, bytes) in shownValues {
            guard let shownKey = try? ContentKey(copying: bytes), let otherRecord = try keys(shownKey).first
            else {
                continue
            }
            throw .exposedKey(otherRecord.identity, by: exposure, of: identity)
        }
    }

    /// The given values that playlists or media will show.
    fileprivate var shownValues: [(KeyExposure, [UInt8])] {
        [(.initializationVector, iv?.bytes), (.keyID, keyID?.bytes)].compactMap { value, bytes in
            bytes.map { (value, $0) }
        }
    }
}

extension [KeyDraft] {
    /// Throws if a value beside another key of the same title, stored or given, reveals a given key.
    ///
    /// - Parameter records: returns the stored keys of a title.
    /// - Throws: `.exposedKey`.
    package func refuseShownKeys(
        _ records: (ContentID) throws(RunFailure) -> [KeyRecord]
    ) throws(RunFailure) {
        let externalDrafts = filter { $0.isExternal && $0.key != nil }
        // Values that may be keys are kept as digests in memory.
        var shownDigests: [[UInt8]: (KeyExposure, KeyIdentity)] = [:]
        for contentID in Set(externalDrafts.map(\.identity.contentID)) {
            for record in try records(contentID) {
                shownDigests[SHA256.digest(of: record.iv.bytes)] = (.initializationVector, record.identity)
                shownDigests[SHA256.digest(of: record.keyID.bytes)] = (.keyID, record.identity)
            }
        }
        for draft in externalDrafts {
            for (exposure, bytes) in draft.shownValues {
                shownDigests[SHA256.digest(of: bytes)] = (exposure, draft.identity)
            }
        }
        for draft in externalDrafts {
            guard let digest = draft.key?.withSpan({ SHA256.digest(of: $0) }),
                let (exposure, otherIdentity) = shownDigests[digest],
                otherIdentity != draft.identity
            else { continue }
            throw .exposedKey(draft.identity, by: exposure, of: otherIdentity)
        }
    }
}
