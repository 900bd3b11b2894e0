import Rehearsal
import Synchronization

/// The events while a server of a rehearsal answers one request: an injected fault, or a key that is not
/// delivered because its delivery could not be logged.
final class RequestTrace: Sendable {
    private struct State {
        var faultStep: FlowStep?
        var hasLoggingFailure = false
    }

    private let state = Mutex(State())

    /// The step of the first injected fault, or nil for none.
    var faultStep: FlowStep? { state.withLock { $0.faultStep } }

    /// Indicates whether a key is not delivered because logging failed.
    var hasLoggingFailure: Bool { state.withLock { $0.hasLoggingFailure } }

    /// Records the step of an injected fault, if it is the first.
    func record(_ fault: InjectedFault) { state.withLock { $0.faultStep = $0.faultStep ?? fault.step } }

    /// Records that a key is not delivered because logging failed.
    func recordLoggingFailure() { state.withLock { $0.hasLoggingFailure = true } }
}
