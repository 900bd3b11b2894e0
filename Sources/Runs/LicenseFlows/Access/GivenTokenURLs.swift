import KeyRecordFormats
import Presentations
import Rehearsal
import Synchronization

/// The token URLs that came, each of which opens one key.
final class GivenTokenURLs: Sendable {
    /// What a URL came for first: the key in the exported file, nil where none is given, and the key URI.
    private struct Use {
        let found: KSMLookup.Found?
        let uri: String

        /// Whether both are of one key, which several asset ids may stand for.
        func isSame(as other: Use) -> Bool {
            guard let found, let second = other.found else { return uri == other.uri }
            return found.key == second.key && found.iv == second.iv
        }
    }

    private let uses = Mutex<[String: Use]>([:])

    /// Notes a URL; says in R04 where it came for another key before.
    ///
    /// - Parameters:
    ///   - url: the token URL.
    ///   - found: the key in the exported file; nil where none is given.
    ///   - key: the key line.
    ///   - record: the record of R04.
    /// - Returns: whether it is the key's own.
    func isOwn(_ url: String, of found: KSMLookup.Found?, _ key: KeyUse, _ record: inout StepRecord) -> Bool {
        let use = Use(found: found, uri: key.uri)
        let first = uses.withLock { uses in
            let first = uses[url] ?? use
            uses[url] = first
            return first
        }
        guard !first.isSame(as: use) else { return true }
        record.fail(
            at: key.place,
            "the token URL for \(key.shownURI) is that of another key (\(KeyURIText.redacted(first.uri))), whose license it opens",
            remedy: "Ask for a token with key and IV of the asset id each time, and keep none for another."
        )
        return false
    }
}
