import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Finds the record of a key line by the URI that was recorded when the line was written.
///
/// Within a title, the store lets a URI name only one key, whatever the key system. It is asked once for each URI.
final class RecordResolver {
    private let store: any KeyRecordLookup
    /// The title, or nil if the key URIs alone identify it.
    private let contentID: ContentID?
    /// The absolute path of the presentation's root.
    private let tree: String
    /// The key systems of the client, or nil for all.
    let systems: Set<KeySystem>?
    /// The records found so far, by the bytes of the URI.
    private var results: [[UInt8]: Result<KeyRecord, VerificationFailure>] = [:]
    /// The signalling recorded for the tree, by key id.
    private var signallingByKey: [UUID: [Signalling]] = [:]

    init(
        store: any KeyRecordLookup,
        contentID: ContentID?,
        tree: String,
        systems: Set<KeySystem>? = nil
    ) {
        self.store = store
        self.contentID = contentID
        self.tree = tree
        self.systems = systems
    }

    /// Returns the record that a URI names.
    func record(for uri: String) throws(RunFailure) -> Result<KeyRecord, VerificationFailure> {
        let bytes = Array(uri.utf8)
        if let result = results[bytes] { return result }
        let result = try find(uri)
        results[bytes] = result
        return result
    }

    /// Returns the record of a key line.
    ///
    /// This is the record that the URI names. If the store does not know the URI, it is the record whose key
    /// id is in the document that the URI contains (Widevine, PlayReady), which another program may have
    /// written.
    func record(for key: EncryptionKey) throws(RunFailure) -> Result<KeyRecord, VerificationFailure> {
        let result = try record(for: key.uri ?? "")
        guard case .failure(let failure) = result, failure.rule == .noRecord else { return result }
        for id in KeyURIDocument.keyIDs(inKeyURI: key.uri ?? "") {
            let record = try store.record(keyID: id)
            if let record { return .success(record) }
        }
        return result
    }

    /// Returns the record of a key line, or nil if the line cannot be checked or has no record.
    func recordIfChecked(_ key: EncryptionKey) throws(RunFailure) -> KeyRecord? {
        guard try canCheck(key), case .success(let record) = try record(for: key) else { return nil }
        return record
    }

    /// Indicates whether a key line is not checked.
    ///
    /// This is so if records do not have its key system, if the client does not support that, or if its URI
    /// names no key. Such lines may appear beside ours where samples are encrypted: they give the same key in
    /// another way.
    func isUnchecked(_ key: EncryptionKey) throws(RunFailure) -> Bool {
        guard ProtectionMethod(key.method)?.encryptsSamples == true else { return false }
        if let systems, !systems.contains(key.system) { return true }
        switch key.system {
        case .identity, .fairPlay: return false
        case let system where system.hasDocument:
            let uri = key.uri ?? ""
            // A `data` URI that cannot be read is a fault of the line, which is therefore checked.
            guard let document = try? KeyURIDocument(keyURI: uri) else { return !DataURI.hasScheme(uri) }
            guard document.keyIDs.isEmpty else { return false }
            return try !isSignalled(key)
        default: return true
        }
    }

    /// Indicates whether the store knows the URI of a key line.
    func isSignalled(_ key: EncryptionKey) throws(RunFailure) -> Bool {
        if case .success = try record(for: key.uri ?? "") { true } else { false }
    }

    /// Indicates whether a key line can be checked.
    func canCheck(_ key: EncryptionKey) throws(RunFailure) -> Bool {
        KeyLineCheck.fault(of: key, isUnchecked: try isUnchecked(key)) == nil
    }

    /// Describes what is wrong with the URI of a Widevine or PlayReady line, or returns nil if nothing is.
    ///
    /// In the tree into which the key was written, lines of the system must have a URI that the store knows.
    func fault(
        ofDocumentIn key: EncryptionKey,
        record: KeyRecord
    ) throws(RunFailure) -> String? {
        guard ProtectionSystem(key.system) != nil, key.system != .identity, let uri = key.uri else {
            return nil
        }
        let signalled = try signalling(of: record.keyID).filter { $0.system == key.system.name }
        guard !signalled.isEmpty, !signalled.contains(where: { $0.keyURI.utf8.elementsEqual(uri.utf8) })
        else {
            return nil
        }
        return "the URI is not one that the key store has for the key in \(key.system.title) "
            + "(\(KeyDescription.redactedURI(uri)), expected \(KeyDescription.redactedURI(signalled[0].keyURI)))"
    }

    /// Indicates whether samples are encrypted anywhere in a presentation.
    ///
    /// The key lines of one rendition decide for all, since renditions without key lines may share
    /// initialization sections with others. If no key line is left (a window of the clear lead alone), the
    /// records of the title in the key store decide.
    func isSampleEncrypted(_ presentation: Presentation) throws(RunFailure) -> Bool {
        let methods = presentation.renditions.lazy.flatMap { $0.playlist.keys.lazy.map(\.value.method) }
        guard methods.allSatisfy({ $0 == .none }) else {
            return methods.contains { ProtectionMethod($0)?.encryptsSamples == true }
        }
        return try knowsEncryptedSamples()
    }

    /// Indicates whether the store knows that samples of the given title were encrypted.
    ///
    /// Only the tree around the presentation counts, or every tree if the presentation may be a copy.
    private func knowsEncryptedSamples() throws(RunFailure) -> Bool {
        guard let contentID else { return false }
        var signallings: [Signalling] = []
        for record in try store.records(of: contentID) {
            signallings += try store.signalling(of: record.keyID)
        }
        let deepestTree = SignalledTrees.deepest(signallings, holding: tree)
        return signallings.contains { signalling in
            ProtectionMethod(rawValue: signalling.method)?.encryptsSamples == true
                && (deepestTree == nil || signalling.tree == deepestTree)
        }
    }

    /// Returns the signalling of a key that the store recorded for the tree around the presentation.
    private func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] {
        if let cached = signallingByKey[keyID] { return cached }
        let signallings = try store.signalling(of: keyID)
        let deepestTree = SignalledTrees.deepest(signallings, holding: tree)
        let inTree = signallings.filter { $0.tree == deepestTree }
        signallingByKey[keyID] = inTree
        return inTree
    }

    /// Finds the record of a URI.
    ///
    /// If several titles share the URI, the given title decides, or else the tree.
    private func find(_ uri: String) throws(RunFailure) -> Result<KeyRecord, VerificationFailure> {
        var candidates = try store.keys(signalledAs: uri)
        if let contentID { candidates.removeAll { $0.identity.contentID != contentID } }
        if candidates.count > 1 { candidates = try candidatesInTree(candidates, uri) }
        guard let record = candidates.first else { return .failure(missing(uri)) }
        return candidates.count == 1 ? .success(record) : .failure(ambiguous(uri, candidates))
    }

    /// Returns the keys written into the deepest tree around the presentation, or all if there is none.
    private func candidatesInTree(_ candidates: [KeyRecord], _ uri: String) throws(RunFailure)
        -> [KeyRecord]
    {
        var candidatesWithDepth: [(record: KeyRecord, depth: Int)] = []
        for candidate in candidates {
            let signallings = try store.signalling(of: candidate.keyID).filter {
                $0.keyURI.utf8.elementsEqual(uri.utf8)
            }
            guard let deepestTree = SignalledTrees.deepest(signallings, holding: tree) else { continue }
            candidatesWithDepth.append((candidate, deepestTree.utf8.count))
        }
        guard let deepest = candidatesWithDepth.map(\.depth).max() else { return candidates }
        return candidatesWithDepth.filter { $0.depth == deepest }.map(\.record)
    }

    private func missing(_ uri: String) -> VerificationFailure {
        let title = contentID.map { " and the content id \($0)" } ?? ""
        return VerificationFailure(
            .noRecord,
            "no record in the key store has the URI \(KeyDescription.redactedURI(uri))\(title)"
        )
    }

    private func ambiguous(_ uri: String, _ candidates: [KeyRecord]) -> VerificationFailure {
        let titles = Set(candidates.map(\.identity.contentID)).sorted().map(\.value)
        let names = "the key URI \(KeyDescription.redactedURI(uri)) names \(candidates.count) keys "
        return VerificationFailure(
            .ambiguousRecord,
            titles.count > 1
                ? names
                    + "of several titles (\(titles.joined(separator: ", "))); give \(CommandOption.contentID)"
                : names + "of one title (\(titles.joined())); a URI has to name one"
        )
    }
}
