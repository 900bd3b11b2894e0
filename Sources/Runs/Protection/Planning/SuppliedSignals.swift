import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Checks the key lines that came with a key, and creates signals from them.
///
/// A line has to be one tag with our METHOD and the KEYFORMAT of the system that it is for. If it has an IV,
/// that has to be the record's; lines of AES-128 may have one only if all segments use the IV of the record.
struct SuppliedSignals {
    /// The name of the supplier, for messages.
    let supplierName: String
    let record: KeyRecord
    let lines: [SuppliedLines]
    let policy: ProtectionPolicy

    /// Returns the signals of a system's lines for media playlists; empty if none came.
    func media(of system: KeySystem) throws(RunFailure) -> [KeySignal] {
        try signals(of: system, \.media, as: .key)
    }

    /// Returns the signals of a system's lines for the multivariant playlist; empty if none came.
    func session(of system: KeySystem) throws(RunFailure) -> [KeySignal] {
        try signals(of: system, \.session, as: .sessionKey)
    }

    private func signals(
        of system: KeySystem,
        _ texts: (SuppliedLines) -> [String],
        as tag: TagName
    ) throws(RunFailure) -> [KeySignal] {
        var signals: [KeySignal] = []
        for text in lines.filter({ system.suppliedSystemIDs.contains($0.systemID) }).flatMap(texts) {
            let line: SuppliedKeyLine
            do throws(SuppliedKeyLine.Refusal) {
                line = try SuppliedKeyLine(text, as: tag)
                if let reason = refusal(of: line, system, tag) { throw .init(reason: reason) }
            } catch {
                throw .unwritableSuppliedLine(
                    supplier: supplierName,
                    record.identity,
                    system,
                    reason: error.reason
                )
            }
            let signal = KeySignal(line)
            if !signals.contains(signal) { signals.append(signal) }
        }
        return signals
    }

    private func refusal(of line: SuppliedKeyLine, _ system: KeySystem, _ tag: TagName) -> String? {
        let method = policy.method.playlistMethod
        if line.key.method != method {
            return
                "METHOD is \(line.key.method.name), expected \(method.name) of \(CommandOption.method) \(policy.method.rawValue)"
        }
        if line.key.system != system {
            return "KEYFORMAT is \(line.key.keyFormat), expected \(system.keyFormat)"
        }
        if let keyID = line.key.keyID, keyID != record.keyID.bytes {
            return "KEYID is that of another key"
        }
        let keyIDs = KeyURIDocument.keyIDs(inKeyURI: line.key.uri ?? "")
        if !keyIDs.isEmpty, !keyIDs.contains(record.keyID) {
            return "the document in its URI is for another key"
        }
        if record.key.isDisclosed(byText: line.line) { return "it contains the key or a part of it" }
        return ivRefusal(line, method, tag)
    }

    private func ivRefusal(
        _ line: SuppliedKeyLine,
        _ method: EncryptionKey.Method,
        _ tag: TagName
    ) -> String? {
        guard let iv = line.key.iv else { return nil }
        if policy.method.hasIVsInMedia { return "it has an IV, but \(method.name) has IVs in the media" }
        if iv != record.iv.bytes { return "its IV is not that of the key" }
        guard policy.method == .aes128, policy.ivMode != .constant, tag == .key else { return nil }
        return "it has an IV, but each segment has its own: use \(CommandOption.ivMode) constant"
    }
}
