import Foundation
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Finds the record of a key line by the URI that was noted when it was written, and by its key system where that
/// tells records apart.
struct RecordResolver {
    private let store: any KeyRecordStore
    /// The title, where the URI does not say it.
    private let contentID: ContentID?
    /// Where the presentation is, absolute.
    private let tree: String
    private struct Line: Hashable {
        let system: KeySystem
        let uri: [UInt8]
    }
    private var known: [Line: Result<KeyRecord, TargetFailure>] = [:]

    init(store: any KeyRecordStore, contentID: ContentID?, tree: String) {
        self.store = store
        self.contentID = contentID
        self.tree = tree
    }

    /// The record that the URI of a key line names.
    mutating func record(for key: EncryptionKey) throws(PackagingError) -> Result<KeyRecord, TargetFailure> {
        let uri = key.uri ?? ""
        let line = Line(system: key.system, uri: Array(uri.utf8))
        if let result = known[line] { return result }
        let result = try find(uri, key.system)
        known[line] = result
        return result
    }

    /// A URI that several titles share is told apart by the title that was given, else by the tree; and one that was
    /// written for several keys of a title by the key system.
    private func find(
        _ uri: String,
        _ system: KeySystem
    ) throws(PackagingError) -> Result<KeyRecord, TargetFailure> {
        do throws(KeyStoreError) {
            var candidates = try store.keys(signalledAs: uri)
            if let contentID { candidates.removeAll { $0.identity.contentID != contentID } }
            if candidates.count > 1 { candidates = try writtenHere(candidates, uri) }
            if candidates.count > 1 { candidates = try written(for: system, candidates, uri) }
            guard let record = candidates.first else { return .failure(missing(uri)) }
            return candidates.count == 1 ? .success(record) : .failure(ambiguous(uri, candidates))
        } catch {
            throw .keyStore(error)
        }
    }

    /// Those of the keys that were written into the deepest tree around the presentation; all if there is none.
    private func writtenHere(_ candidates: [KeyRecord], _ uri: String) throws(KeyStoreError) -> [KeyRecord] {
        var here: [(record: KeyRecord, depth: Int)] = []
        for candidate in candidates {
            let written = try store.signalling(of: candidate.keyID).filter { $0.keyURI.hasSameBytes(as: uri) }
            guard let around = WrittenTrees.deepest(written, holding: tree) else { continue }
            here.append((candidate, around.utf8.count))
        }
        guard let deepest = here.map(\.depth).max() else { return candidates }
        return here.filter { $0.depth == deepest }.map(\.record)
    }

    /// Those of the keys that the URI was written for in a key system; all if there is none.
    private func written(
        for system: KeySystem,
        _ candidates: [KeyRecord],
        _ uri: String
    ) throws(KeyStoreError) -> [KeyRecord] {
        var written: [KeyRecord] = []
        for candidate in candidates {
            let isWritten = try store.signalling(of: candidate.keyID).contains {
                $0.system == system.name && $0.keyURI.hasSameBytes(as: uri)
            }
            if isWritten { written.append(candidate) }
        }
        return written.isEmpty ? candidates : written
    }

    private func missing(_ uri: String) -> TargetFailure {
        let title = contentID.map { " and the content id \($0)" } ?? ""
        return TargetFailure(
            .noRecord,
            "no record in the key store has the URI \(KeyURIText.redacted(uri))\(title)"
        )
    }

    private func ambiguous(_ uri: String, _ candidates: [KeyRecord]) -> TargetFailure {
        let titles = Set(candidates.map(\.identity.contentID)).sorted().map(\.value)
        let names = "the key URI \(KeyURIText.redacted(uri)) names \(candidates.count) keys "
        return TargetFailure(
            .ambiguousRecord,
            titles.count > 1
                ? names + "of several titles (\(titles.joined(separator: ", "))); give --content-id"
                : names + "of one title (\(titles.joined())); a URI has to name one"
        )
    }
}
