import Foundation
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Finds the record of a key line by the URI that was noted when it was written.
struct RecordResolver {
    private let store: any KeyRecordStore
    /// The title, where the URI does not say it.
    private let contentID: ContentID?
    /// Where the presentation is, absolute.
    private let tree: String
    private var known: [String: Result<KeyRecord, TargetFailure>] = [:]

    init(store: any KeyRecordStore, contentID: ContentID?, tree: String) {
        self.store = store
        self.contentID = contentID
        self.tree = tree
    }

    /// The record that the URI names.
    mutating func record(for uri: String) throws(PackagingError) -> Result<KeyRecord, TargetFailure> {
        if let result = known[uri] { return result }
        let result = try find(uri)
        known[uri] = result
        return result
    }

    /// A URI that several titles share is told apart by the title that was given, else by the tree.
    private func find(_ uri: String) throws(PackagingError) -> Result<KeyRecord, TargetFailure> {
        do throws(KeyStoreError) {
            var candidates = try store.keys(signalledAs: uri)
            if let contentID { candidates.removeAll { $0.identity.contentID != contentID } }
            if candidates.count > 1 {
                var here: [KeyRecord] = []
                for candidate in candidates
                where try store.signalling(of: candidate.keyID).contains(where: {
                    $0.keyURI == uri && $0.tree == tree
                }) {
                    here.append(candidate)
                }
                if here.count == 1 { candidates = here }
            }
            if candidates.count > 1 {
                let titles = Set(candidates.map(\.identity.contentID.value)).sorted().joined(separator: ", ")
                return .failure(
                    TargetFailure(
                        .ambiguousRecord,
                        "the key URI \(KeyURIText.redacted(uri)) names keys of several titles (\(titles)); "
                            + "give --content-id"
                    )
                )
            }
            guard let record = candidates.first else {
                return .failure(
                    TargetFailure(
                        .noRecord,
                        "no record in the key store has the URI \(KeyURIText.redacted(uri))"
                    )
                )
            }
            return .success(record)
        } catch {
            throw .keyStore(error)
        }
    }
}
