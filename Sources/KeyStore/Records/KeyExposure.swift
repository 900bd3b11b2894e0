package import Ciphers
package import Foundation

/// A value beside a content key that playlists and media show, and that is the key or a part of it: who has them has the key.
///
/// Key servers answer so that are asked without an IV (the reference server of SPEKE's authors, v1 and v2), and files hold a key
/// twice where somebody had to write an IV and had none.
package enum KeyExposure: String, Hashable, Sendable {
    /// The IV of the record: in `tenc`, in key lines.
    case initializationVector = "IV"
    /// The id of the key: in `tenc`, in `pssh` boxes, in key lines and URIs; in the order of its text or that of a GUID.
    case keyID = "key id"

    /// The value that shows a key; nil where none does.
    package init?(of key: ContentKey, iv: InitializationVector?, keyID: UUID?) {
        if let iv, key.holds(iv.bytes) {
            self = .initializationVector
        } else if let keyID, key.holds(keyID.bytes) || key.holds(keyID.bytesOfGUID) {
            self = .keyID
        } else {
            return nil
        }
    }

    /// What is wrong, as a sentence without its end.
    package var words: String {
        "its \(rawValue) is the key itself or a part of it, which playlists and media show"
    }
}

extension KeyRecord {
    /// The value beside the key that shows it; nil where none does, as of all keys that a store takes in.
    package var exposure: KeyExposure? { KeyExposure(of: key, iv: iv, keyID: keyID) }

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
        if let exposure = KeyExposure(of: key, iv: iv, keyID: keyID) {
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

extension ContentKey {
    /// Whether `bytes` are the key or a part of it.
    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        withSpan { key in
            guard key.count >= bytes.count else { return false }
            return (0...key.count - bytes.count).contains { start in
                bytes.indices.allSatisfy { key[start + $0] == bytes[$0] }
            }
        }
    }
}

extension UUID {
    /// The bytes in the order of a GUID, whose first three fields are little endian, as PlayReady writes them.
    fileprivate var bytesOfGUID: [UInt8] {
        let bytes = bytes
        return bytes[0..<4].reversed() + bytes[4..<6].reversed() + bytes[6..<8].reversed() + bytes[8...]
    }
}
