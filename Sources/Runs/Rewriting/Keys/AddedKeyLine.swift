import Ciphers
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// The line of a key system that is added beside those of other systems.
struct AddedKeyLine {
    let system: KeySystem
    /// The lines beside which it stands.
    let group: KeyLineGroup
    /// Where they are.
    let place: RewriteError.Place
    /// The record of the key; nil when the store was not asked.
    let record: KeyRecord?
    /// Whether it is an `EXT-X-SESSION-KEY`: those have no IV, whatever the lines of the media playlists have.
    var isOfSession = false

    /// What the line says: the method of its neighbours, and their IV, but not where the client gets it with the key
    /// (FairPlay) or from the media (Widevine, PlayReady).
    func key(uri: String) throws(PresentationError) -> EncryptionKey {
        let method = group.keys[group.keys.startIndex].value.method
        if system == .fairPlay, method != .sampleAES {
            throw .rewrite(.fairPlayMethod(place, method: method.name))
        }
        if system.isForFragmentsOnly, ProtectionMethod(method)?.scheme == nil {
            throw .rewrite(.systemMethod(place, system, method: method.name))
        }
        if !isOfSession { try checkImplicitVector() }
        return EncryptionKey(
            method: method,
            uri: uri,
            keyID: system == .widevine ? record?.keyID.bytes : nil,
            iv: isOfSession ? nil : try initializationVector(method),
            keyFormat: system.keyFormat,
            keyFormatVersions: system.keyFormatVersions
        )
    }

    /// What the user has to check when the store was not asked: that the key server gives FairPlay clients the IV of the
    /// lines beside it, of which packagers write one for any system.
    ///
    /// - Throws: `PresentationError` when the record says another IV.
    func vectorWarning() throws(PresentationError) -> String? {
        guard system == .fairPlay else { return nil }
        let neighbours = group.keys.filter { $0.value.iv != nil || $0.value.system == .identity }
        guard !neighbours.isEmpty else { return nil }
        guard let record else {
            return "\(place.playlist):\(place.line): FairPlay clients get the IV from the key server; "
                + "check that it gives the one of the key lines beside it"
        }
        guard neighbours.allSatisfy({ $0.value.iv == record.iv.bytes }) else {
            throw .rewrite(.vectorOfRecord(place))
        }
        return nil
    }

    /// Only identity lines have the IVs that media sequence numbers give (RFC 8216bis 4.4.4.4); no line of another system
    /// can say them.
    private func checkImplicitVector() throws(PresentationError) {
        guard system != .identity, !system.isForFragmentsOnly, let neighbour = group.key(of: .identity),
            neighbour.value.iv == nil,
            neighbour.value.method == .aes128 || neighbour.value.method == .sampleAES
        else { return }
        throw .rewrite(.implicitVector(place, system))
    }

    private func initializationVector(_ method: EncryptionKey.Method) throws(PresentationError) -> [UInt8]? {
        if system == .fairPlay || system.isForFragmentsOnly { return nil }
        if ProtectionMethod(method)?.hasVectorsInMedia == true { return nil }
        if let written = group.keys.lazy.compactMap(\.value.iv).first { return written }
        guard system == .identity, method == .sampleAES else { return nil }
        guard let record else { throw .rewrite(.unknownVector(place)) }
        return record.iv.bytes
    }
}
