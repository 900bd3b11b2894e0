import Ciphers
import HLSPlaylists
import KeyStore
import SampleEncryption

/// The key lines of a plan.
struct KeyLines {
    let keys: [KeySlot: PlannedKey]

    /// The key that is in force over a unit; nil for a clear one.
    ///
    /// The identity key format needs no attribute, whatever the URI's scheme: with `skd:` the app's resource loader
    /// delivers the 16 bytes. `explicitVector` writes the IV also where the media sequence number would say it:
    /// I-frame playlists number their own entries, and an `EXT-X-MAP` has no number.
    func key(over unit: MediaUnit, explicitVector: Bool) throws(PackagingError) -> EncryptionKey? {
        switch unit.protection {
        case .clear: return nil
        case .aes128(let slot, let source):
            guard let planned = keys[slot], let record = planned.record else {
                throw .fault("no key was planned for \(slot.text)")
            }
            if case .mediaSequence = source, !explicitVector {
                return EncryptionKey(method: .aes128, uri: planned.uri)
            }
            let iv = source.initializationVector(of: record)
            return EncryptionKey(method: .aes128, uri: planned.uri, iv: iv.bytes)
        }
    }

    /// The session key of a slot.
    func sessionKey(of slot: KeySlot) throws(PackagingError) -> EncryptionKey {
        guard let planned = keys[slot] else {
            throw .fault("no key was planned for \(slot.text)")
        }
        return EncryptionKey(method: .aes128, uri: planned.uri)
    }
}

extension MediaUnit.UnitVector {
    /// The initialization vector under a key.
    func initializationVector(of record: KeyRecord) -> InitializationVector {
        switch self {
        case .place(let place): place.initializationVector(under: record.key, of: record.identity.fields)
        case .mediaSequence(let number): InitializationVector(mediaSequence: number)
        case .record: record.iv
        }
    }
}
