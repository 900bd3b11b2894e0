import Synchronization

/// The session of an app, shared by several requests.
final class SharedSession: Sendable {
    private let session = Mutex<AppSession?>(nil)

    /// Calls a closure with exclusive access to the session, which is nil for none.
    func withLock<Result: Sendable>(_ body: (inout sending AppSession?) -> sending Result) -> Result {
        session.withLock(body)
    }
}
