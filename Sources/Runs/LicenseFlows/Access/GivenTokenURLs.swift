import KeyRecordFormats
import Presentations
import Rehearsal
import Synchronization

/// The token URLs that came, each of which opens one key.
final class GivenTokenURLs: Sendable {
    /// By URL, the key it came for first: its place in the exported file, or its key URI where no file is given.
    private let keys = Mutex<[String: String]>([:])

    /// Notes a URL; says in R04 where it came for another key before.
    ///
    /// - Parameters:
    ///   - url: the token URL.
    ///   - found: the key in the exported file; nil where none is given.
    ///   - key: the key line.
    ///   - record: the record of R04.
    /// - Returns: whether it is the key's own.
    func isOwn(_ url: String, of found: KSMLookup.Found?, _ key: KeyUse, _ record: inout StepRecord) -> Bool {
        let name = found?.exported.place ?? key.uri
        let first = keys.withLock { keys in
            let first = keys[url] ?? name
            keys[url] = first
            return first
        }
        guard first != name else { return true }
        record.fail(
            at: key.place,
            "the token URL for \(key.shownURI) is that of another key (\(KeyURIText.redacted(first))), whose license it opens",
            remedy: "Ask for a token with key and IV of the asset id each time, and keep none for another."
        )
        return false
    }
}
