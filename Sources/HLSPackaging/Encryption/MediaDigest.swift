import Ciphers

/// The digest of a rendition's clear media, by which the key store knows them again.
///
/// SHA-256 over the authentication code and the length (8 bytes, big endian) of every unit in the order of the
/// playlist. It does not depend on keys, vectors, clear starts or names, so only other media have another digest.
package enum MediaDigest {
    static func digest(of fingerprints: some Sequence<UnitWriter.Fingerprint>) -> [UInt8] {
        digest(ofCodes: fingerprints.lazy.map { ($0.code, $0.length) })
    }

    /// The digest from the codes and lengths of the units.
    package static func digest(ofCodes units: some Sequence<(code: [UInt8], length: UInt64)>) -> [UInt8] {
        var hash = SHA256()
        for (code, length) in units {
            hash.update(code.span)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
            hash.update(bytes.span)
        }
        return hash.finish()
    }
}
