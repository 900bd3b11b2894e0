import NIOCore
import Synchronization

/// The open connections of a server.
final class LoopbackConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        /// What ends the time in which an answer is held back, one at most for each connection.
        var holds: [ObjectIdentifier: Scheduled<Void>] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Number of answers that are held back.
    var heldAnswers: Int { state.withLock { $0.holds.count } }

    /// Takes in a connection; false where the server ends.
    func begin(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.open[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Forgets a connection that is closed, and holds its answer back no more.
    func end(_ channel: any Channel) {
        let hold = state.withLock { state in
            state.open[ObjectIdentifier(channel)] = nil
            return state.holds.removeValue(forKey: ObjectIdentifier(channel))
        }
        hold?.cancel()
    }

    /// Holds the answer of a connection back.
    ///
    /// - Parameters:
    ///   - channel: the connection, which has one answer at a time.
    ///   - delay: how long.
    /// - Throws: where the connection ends before.
    func hold(_ channel: any Channel, for delay: Duration) async throws {
        guard delay > .zero else { return }
        let hold = channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {}
        let isOpen = state.withLock { state in
            guard state.open[ObjectIdentifier(channel)] != nil else { return false }
            state.holds[ObjectIdentifier(channel)] = hold
            return true
        }
        if !isOpen { hold.cancel() }
        defer { state.withLock { $0.holds[ObjectIdentifier(channel)] = nil } }
        try await hold.futureResult.get()
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
