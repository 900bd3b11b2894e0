import Glibc
import Synchronization

/// The sockets of a server's connections, so that these end before the server does.
///
/// libmicrohttpd 0.9.75 reads through a null pointer where it refuses a request while it stops. It is stopped when it has no
/// connection any more.
final class LoopbackSockets: Sendable {
    private struct State {
        var open: Set<Int32> = []
        /// Clients that were let in and have no connection yet.
        var coming = 0
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Whether a client is let in.
    func admit() -> Bool {
        state.withLock { state in
            if !state.isEnding { state.coming += 1 }
            return !state.isEnding
        }
    }

    /// Takes in the socket of a client that was let in.
    func begin(_ socket: Int32) {
        state.withLock { state in
            state.coming -= 1
            state.open.insert(socket)
            if state.isEnding { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Forgets a socket before it is closed, as its number may be that of another file then.
    func end(_ socket: Int32) {
        _ = state.withLock { $0.open.remove(socket) }
    }

    /// Lets nobody in any more, ends all connections, and waits for their threads, ten seconds at the longest.
    func endAll() {
        state.withLock { state in
            state.isEnding = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        let end = ContinuousClock.now + .seconds(10)
        while state.withLock({ !$0.open.isEmpty || $0.coming > 0 }), ContinuousClock.now < end {
            usleep(1000)
        }
    }
}
