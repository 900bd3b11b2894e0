import Failures
import KeyStore
import Presentations
import ProtectionTerms

/// Searches the key store for other keys with a new key URI.
///
/// A URI of another key of the same title is an error, which the caller throws. A URI of another title's key
/// is only a warning, since some deployments distinguish titles by the session and not by the URI.
struct StoredURICheck {
    /// The key store, or nil if none is used.
    let store: (any KeyRecordLookup)?
    /// The warnings about URIs that also name keys of other titles.
    private(set) var warnings: [String] = []

    init(_ store: (any KeyRecordLookup)?) { self.store = store }

    /// Returns another key of the same title that has the URI, or nil if there is none.
    mutating func otherKey(with uri: String, besides record: KeyRecord) throws(RunFailure)
        -> KeyIdentity?
    {
        guard let store else { return nil }
        let namedRecords = try store.keys(signalledAs: uri)
        let otherRecords = namedRecords.filter { $0.keyID != record.keyID }
        if let sameTitleRecord = otherRecords.first(where: {
            $0.identity.contentID == record.identity.contentID
        }) {
            return sameTitleRecord.identity
        }
        guard let otherTitleRecord = otherRecords.first else { return nil }
        warnings.append(
            "the key URI \(KeyURIRedaction.redacted(uri)) also names a key of title \(otherTitleRecord.identity.contentID); "
                + "a license server cannot tell them apart by the URI, and verify needs \(CommandOption.contentID)"
        )
        return nil
    }
}
