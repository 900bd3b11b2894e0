import KeyStore
import Presentations

/// Looks for other keys that the key store knows under a new key URI.
///
/// One that names another key of the title is refused by who asks; one that names another title's key too is a warning, because
/// some deployments tell titles apart by the session and not by the URI.
struct StoredURICheck {
    /// Nil when the store is not asked.
    let store: (any KeyRecordLookup)?
    /// URIs that also name keys of other titles.
    private(set) var warnings: [String] = []

    init(_ store: (any KeyRecordLookup)?) { self.store = store }

    /// Another key of the title that has the URI; nil where there is none.
    mutating func holder(of uri: String, besides record: KeyRecord) throws(PresentationError) -> KeyIdentity?
    {
        guard let store else { return nil }
        let named = try storeCalls { () throws(KeyStoreError) in try store.keys(signalledAs: uri) }
        let others = named.filter { $0.keyID != record.keyID }
        if let taken = others.first(where: { $0.identity.contentID == record.identity.contentID }) {
            return taken.identity
        }
        guard let other = others.first else { return nil }
        warnings.append(
            "the key URI \(KeyURIText.redacted(uri)) also names a key of title \(other.identity.contentID); "
                + "a key server cannot tell them apart by the URI, and verify needs --content-id"
        )
        return nil
    }
}
