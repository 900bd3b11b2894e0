import Ciphers
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import ProtectionTerms
import Rehearsal

/// The identity keys of the exported file, at URLs of this server.
struct ServedKeys: Sendable {
    /// The path prefix of keys, followed by a number.
    static let path = "/keys/"

    private let lookup: KeyURLLookup
    private let keys: ExportedKeys

    init(_ keys: ExportedKeys) {
        self.keys = keys
        lookup = KeyURLLookup(keys)
    }

    /// Replaces the URIs of identity keys in a playlist with URLs of this server, for keys that the file has.
    ///
    /// All other bytes stay unchanged.
    ///
    /// - Parameters:
    ///   - bytes: the playlist.
    ///   - base: the base URL of this server.
    /// - Returns: the changed playlist.
    /// - Throws: `PlaylistError` if the playlist cannot be read.
    func replacingKeyURIs(_ bytes: [UInt8], base: String) throws(PlaylistError) -> [UInt8] {
        var document = try PlaylistDocument(parsing: bytes)
        var isChanged = false
        for line in document.lines {
            guard case .tag(let tag) = line.kind, tag == .key || tag == .sessionKey,
                let attributes = try? line.attributes(), let uri = try? attributes.quotedString("URI"),
                (try? attributes.quotedString("KEYFORMAT")) ?? KeySystem.identity.keyFormat
                    == KeySystem.identity.keyFormat, let index = index(of: uri)
            else { continue }
            let address = AttributeValue.quotedString("\(base)\(Self.path)\(index)")
            try document.setAttribute("URI", to: address, line: line.number)
            isChanged = true
        }
        return isChanged ? document.serialized() : bytes
    }

    /// Returns the key with a number, or nil if there is none or it is revoked.
    func key(_ number: Substring) -> ExportedKey? {
        guard let index = Int(number), keys.keys.indices.contains(index), "\(index)" == number else {
            return nil
        }
        let key = keys.keys[index]
        return key.state == .revoked ? nil : key
    }

    private func index(of uri: String) -> Int? {
        guard case .success(let key) = lookup.key(for: uri) else { return nil }
        return keys.keys.firstIndex {
            $0.location == key.location && $0.keyID == key.keyID && $0.key == key.key
        }
    }
}
