import NIOCore
import Synchronization

/// The open connections of a server.
final class LoopbackConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        /// The timers that end the delays of responses, at most one for each connection.
        var holds: [ObjectIdentifier: Scheduled<Void>] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// The number of responses that are being delayed.
    var heldAnswers: Int { state.withLock { $0.holds.count } }

    /// Adds a connection and returns true, or returns false if the server is stopping.
    func begin(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.open[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Removes a closed connection, and cancels the delay of its response.
    func end(_ channel: any Channel) {
        let hold = state.withLock { state in
            state.open[ObjectIdentifier(channel)] = nil
            return state.holds.removeValue(forKey: ObjectIdentifier(channel))
        }
        hold?.cancel()
    }

    /// Delays the response of a connection.
    ///
    /// - Parameters:
    ///   - channel: the connection, which has one response at a time.
    ///   - delay: the length of the delay.
    /// - Throws: an error if the connection ends before the delay is over.
    func delay(_ channel: any Channel, for delay: Duration) async throws {
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

    /// Closes all connections at once, and every connection that begins later.
    func endAll() {
        let channels = state.withLock { state in
            state.isEnding = true
            return Array(state.open.values)
        }
        for channel in channels { ConnectionLimitHandler.closeAtOnce(channel) }
    }
}
