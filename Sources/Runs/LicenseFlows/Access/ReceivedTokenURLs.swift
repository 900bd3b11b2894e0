import KeyRecordFormats
import Presentations
import Rehearsal
import Synchronization

/// The token URLs received so far, to check that each belongs to only one key.
final class ReceivedTokenURLs: Sendable {
    /// The key that a URL was first received for: the key in the exported file, or nil if none is given, and
    /// the key URI.
    private struct Use {
        let found: KSMLookup.UsableKey?
        let uri: String

        /// Indicates whether both are the same key, which several asset ids may name.
        func isSame(as other: Use) -> Bool {
            guard let found, let second = other.found else { return uri == other.uri }
            return found.key == second.key && found.iv == second.iv
        }
    }

    private let uses = Mutex<[String: Use]>([:])

    /// Records a URL, and adds an error to step R04 if it was received for another key before.
    ///
    /// - Parameters:
    ///   - url: the token URL.
    ///   - found: the key in the exported file, or nil if no file is given.
    ///   - key: the key line.
    ///   - result: the result of step R04.
    /// - Returns: true if the URL belongs to no other key.
    func register(_ url: String, of found: KSMLookup.UsableKey?, _ key: KeyUse, _ result: inout StepResult)
        -> Bool
    {
        let use = Use(found: found, uri: key.uri)
        let firstUse = uses.withLock { uses in
            let firstUse = uses[url] ?? use
            uses[url] = firstUse
            return firstUse
        }
        guard !firstUse.isSame(as: use) else { return true }
        result.fail(
            at: key.location,
            "the token URL for \(key.shownURI) is that of another key (\(KeyURIRedaction.redacted(firstUse.uri))), whose license it opens",
            remedy:
                "Request a token with key and IV of the asset id each time, and do not use it for another key."
        )
        return false
    }
}
