import Ciphers
import Failures
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// A key line for one key system, added beside the lines of other systems.
struct AddedKeyLine {
    let system: KeySystem
    /// The key lines beside which the line is added.
    let group: KeyLineGroup
    /// The location of those key lines.
    let location: LineLocation
    /// The record of the key, or nil if no key store is used.
    let record: KeyRecord?
    /// Indicates whether the line is an `EXT-X-SESSION-KEY`, which never has an IV.
    var isOfSession = false

    /// Returns the key that the line describes, with this URI.
    ///
    /// Its method and IV are those of the neighboring lines. The IV is omitted if the client gets it with the
    /// key (FairPlay) or from the media (Widevine, PlayReady).
    ///
    /// - Throws: `RunFailure` if the key system does not support the method, or the IV is unknown or
    ///   differs from segment to segment.
    func key(uri: String) throws(RunFailure) -> EncryptionKey {
        let method = group.keys[group.keys.startIndex].value.method
        if system == .fairPlay, method != .sampleAES {
            throw .methodNotForFairPlay(location, method: method.name)
        }
        if system.requiresFragmentedMP4, ProtectionMethod(method)?.scheme == nil {
            throw .methodNotForKeySystem(location, system, method: method.name)
        }
        if !isOfSession { try requireExpressibleIV() }
        return EncryptionKey(
            method: method,
            uri: uri,
            keyID: system.hasKeyIDAttribute ? record?.keyID.bytes : nil,
            iv: isOfSession ? nil : try iv(for: method),
            keyFormat: system.keyFormat,
            keyFormatVersions: system.keyFormatVersions
        )
    }

    /// Returns a warning if only the user can check that FairPlay clients get the right IV; else nil.
    ///
    /// Without a key store, it is unknown whether the license server gives FairPlay clients the IV of the
    /// neighboring lines. Packagers write one IV for all key systems.
    ///
    /// - Throws: `RunFailure` if the record has another IV.
    func ivWarning() throws(RunFailure) -> String? {
        guard system == .fairPlay else { return nil }
        let neighbors = group.keys.filter { $0.value.iv != nil || $0.value.system == .identity }
        guard !neighbors.isEmpty else { return nil }
        guard let record else {
            return
                "\(location): FairPlay clients get the IV from the license server; "
                + "check that it gives the IV of the key lines next to this one"
        }
        guard neighbors.allSatisfy({ $0.value.iv == record.iv.bytes }) else {
            throw .otherIVInRecord(location)
        }
        return nil
    }

    /// Throws if the IV of the neighboring identity line is implicit, and this line cannot express it.
    ///
    /// Only identity lines use the media sequence number as IV (RFC 8216bis 4.4.4.4).
    private func requireExpressibleIV() throws(RunFailure) {
        guard system != .identity, !system.requiresFragmentedMP4, let neighbor = group.key(of: .identity),
            neighbor.value.iv == nil,
            neighbor.value.method == .aes128 || neighbor.value.method == .sampleAES
        else { return }
        throw .implicitIV(location, system)
    }

    private func iv(for method: EncryptionKey.Method) throws(RunFailure) -> [UInt8]? {
        if system == .fairPlay || system.requiresFragmentedMP4 { return nil }
        if ProtectionMethod(method)?.hasIVsInMedia == true { return nil }
        if let writtenIV = group.keys.lazy.compactMap(\.value.iv).first { return writtenIV }
        guard system == .identity, method == .sampleAES else { return nil }
        guard let record else { throw .unknownIV(location) }
        return record.iv.bytes
    }
}
