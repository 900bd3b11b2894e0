package import Ciphers
package import FoundationEssentials
import ProtectionTerms

/// A value beside a content key that playlists and media show, and that says the key or a part of it: who has them has the key.
///
/// Key servers answer so that are asked without an IV (the reference server of SPEKE's authors, v1 and v2), and files hold a key
/// twice where somebody had to write an IV and had none. Texts say it where a key URI is a `data` URI of the key.
package enum KeyExposure: String, Hashable, Sendable {
    /// The IV of the record: in `tenc`, in key lines.
    case initializationVector = "IV"
    /// The id of the key: in `tenc`, in `pssh` boxes, in key lines and URIs.
    case keyID = "key id"
    /// The id of the title: in key URIs, reports and logs.
    case contentID = "content id"
    /// The name of the track: in key URIs, reports and logs.
    case track
    /// The URI of a key line.
    case keyURI = "key URI"

    /// The value that shows a key; nil where none does.
    package init?(of key: ContentKey, iv: InitializationVector?, keyID: UUID?) {
        if let iv, key.isDisclosed(by: iv.bytes) {
            self = .initializationVector
        } else if let keyID, key.isDisclosed(by: keyID.bytes) {
            self = .keyID
        } else {
            return nil
        }
    }

    /// The part of an identity that shows a key; nil where none does.
    init?(of key: ContentKey, in identity: KeyIdentity) {
        if key.isDisclosed(byText: identity.contentID.value) {
            self = .contentID
        } else if key.isDisclosed(byText: identity.track) {
            self = .track
        } else {
            return nil
        }
    }

    /// Refuses a key URI that shows its key; first the title or the track, as what is said of the URI names them.
    ///
    /// - Throws: `.exposedKey`.
    package static func refuse(
        keyURI: String,
        of key: ContentKey,
        _ identity: KeyIdentity
    ) throws(KeyStoreError) {
        let exposure = KeyExposure(of: key, in: identity) ?? (key.isDisclosed(byText: keyURI) ? .keyURI : nil)
        if let exposure { throw .exposedKey(identity, by: exposure, of: identity) }
    }

    /// What is wrong, as a sentence without its end.
    package var words: String {
        "its \(rawValue) says the key or a part of it, and playlists and media show it"
    }

    /// Whether the identity of the key must not be shown either.
    var isOfIdentity: Bool { self == .contentID || self == .track }
}

extension KeyRecord {
    /// The value beside the key that shows it; nil where none does, as of all keys that a store takes in.
    package var exposure: KeyExposure? {
        KeyExposure(of: key, iv: iv, keyID: keyID) ?? KeyExposure(of: key, in: identity)
    }

    /// Refuses a stored key that a value beside it shows.
    func refuseExposure() throws(KeyStoreError) {
        if let exposure { throw .exposedStoredKey(identity, by: exposure) }
    }
}

extension KeyDraft {
    /// Refuses a key that is going to be shown by a value beside it, and values that show a stored key.
    ///
    /// - Parameter keys: the stored keys that are one key.
    /// - Throws: `.exposedKey`.
    func refuseExposure(
        among keys: (ContentKey) throws(KeyStoreError) -> [KeyRecord]
    ) throws(KeyStoreError) {
        guard let key else { return }
        if let exposure = KeyExposure(of: key, iv: iv, keyID: keyID) ?? KeyExposure(of: key, in: identity) {
            throw .exposedKey(identity, by: exposure, of: identity)
        }
        guard isGiven else { return }
        for (value, bytes) in shownValues {
            guard let same = try? ContentKey(copying: bytes), let other = try keys(same).first else {
                continue
            }
            throw .exposedKey(other.identity, by: value, of: identity)
        }
    }

    /// What is given beside the key and is shown.
    fileprivate var shownValues: [(KeyExposure, [UInt8])] {
        [(.initializationVector, iv?.bytes), (.keyID, keyID?.bytes)].compactMap { value, bytes in
            bytes.map { (value, $0) }
        }
    }
}

extension [KeyDraft] {
    /// Refuses given keys that a value beside another key of their title shows, be it stored or given with them.
    ///
    /// - Parameter records: the stored keys of a title.
    /// - Throws: `.exposedKey`.
    package func refuseShownKeys(
        _ records: (ContentID) throws(KeyStoreError) -> [KeyRecord]
    ) throws(KeyStoreError) {
        let given = filter { $0.isGiven && $0.key != nil }
        // In memory a digest stands for what may be a key.
        var shown: [[UInt8]: (KeyExposure, KeyIdentity)] = [:]
        for contentID in Set(given.map(\.identity.contentID)) {
            for record in try records(contentID) {
                shown[SHA256.digest(of: record.iv.bytes)] = (.initializationVector, record.identity)
                shown[SHA256.digest(of: record.keyID.bytes)] = (.keyID, record.identity)
            }
        }
        for draft in given {
            for (value, bytes) in draft.shownValues {
                shown[SHA256.digest(of: bytes)] = (value, draft.identity)
            }
        }
        for draft in given {
            guard let digest = draft.key?.withSpan({ SHA256.digest(of: $0) }),
                let (value, other) = shown[digest],
                other != draft.identity
            else { continue }
            throw .exposedKey(draft.identity, by: value, of: other)
        }
    }
}
