import NIOCore
import Synchronization

/// The open connections of a server.
final class LoopbackConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Takes in a connection; false where the server ends.
    func begin(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.open[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Forgets a connection that is closed.
    func end(_ channel: any Channel) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Closes all, and those that come from now on, whatever their clients do.
    func endAll() {
        let channels = state.withLock { state in
            state.isEnding = true
            return Array(state.open.values)
        }
        for channel in channels { ConnectionWatch.end(channel) }
    }
}
