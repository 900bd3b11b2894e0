import Synchronization

/// The session that an app has, which several requests share.
final class SharedSession: Sendable {
    private let session = Mutex<AppSession?>(nil)

    /// Works on the session; nil for none.
    func withLock<Result: Sendable>(_ body: (inout sending AppSession?) -> sending Result) -> Result {
        session.withLock(body)
    }
}
