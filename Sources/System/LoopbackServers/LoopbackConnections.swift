import NIOCore
import Synchronization

/// The open connections of a server.
final class LoopbackConnections: Sendable {
    private struct State {
        var openChannels: [ObjectIdentifier: any Channel] = [:]
        /// The timers that end the delays of responses, at most one for each connection.
        var delayTimers: [ObjectIdentifier: Scheduled<Void>] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// The number of responses that are being delayed.
    var delayedResponseCount: Int { state.withLock { $0.delayTimers.count } }

    /// Adds a connection and returns true, or returns false if the server is stopping.
    func begin(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.openChannels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Removes a closed connection, and cancels the delay of its response.
    func end(_ channel: any Channel) {
        let timer = state.withLock { state in
            state.openChannels[ObjectIdentifier(channel)] = nil
            return state.delayTimers.removeValue(forKey: ObjectIdentifier(channel))
        }
        timer?.cancel()
    }

    /// Delays the response of a connection.
    ///
    /// - Parameters:
    ///   - channel: the connection, which has one response at a time.
    ///   - delay: the length of the delay.
    /// - Throws: an error if the connection ends before the delay is over.
    func delay(_ channel: any Channel, for delay: Duration) async throws {
        guard delay > .zero else { return }
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {}
        let isOpen = state.withLock { state in
            guard state.openChannels[ObjectIdentifier(channel)] != nil else { return false }
            state.delayTimers[ObjectIdentifier(channel)] = timer
            return true
        }
        if !isOpen { timer.cancel() }
        defer { state.withLock { $0.delayTimers[ObjectIdentifier(channel)] = nil } }
        try await timer.futureResult.get()
    }

    /// Closes all connections at once, and every connection that begins later.
    func endAll() {
        let channels = state.withLock { state in
            state.isEnding = true
            return Array(state.openChannels.values)
        }
        for channel in channels { ConnectionLimitHandler.closeAtOnce(channel) }
    }
}
