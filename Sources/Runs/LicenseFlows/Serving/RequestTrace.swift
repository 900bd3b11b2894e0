import Rehearsal
import Synchronization

/// The events while one request is answered: an injected fault, or a key whose logging failed.
final class RequestTrace: Sendable {
    private struct State {
        var fault: FlowStep?
        var lacksNote = false
    }

    private let state = Mutex(State())

    /// The step of the first injected fault, or nil for none.
    var fault: FlowStep? { state.withLock { $0.fault } }

    /// Indicates whether a key is not delivered because logging failed.
    var hasLoggingFailure: Bool { state.withLock { $0.lacksNote } }

    /// Records an injected fault.
    func record(_ fault: InjectedFault) { state.withLock { $0.fault = $0.fault ?? fault.step } }

    /// Records that a key is not delivered because logging failed.
    func recordLoggingFailure() { state.withLock { $0.lacksNote = true } }
}
