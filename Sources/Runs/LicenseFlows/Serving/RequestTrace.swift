import Rehearsal
import Synchronization

/// What comes to light while one request is answered: a fault that was injected on the way, and a key that cannot be noted.
final class RequestTrace: Sendable {
    private struct State {
        var fault: FlowStep?
        var lacksNote = false
    }

    private let state = Mutex(State())

    /// The step whose fault was injected, the first of several; nil for none.
    var fault: FlowStep? { state.withLock { $0.fault } }

    /// Whether a key is not given, as it cannot be noted.
    var lacksNote: Bool { state.withLock { $0.lacksNote } }

    /// A fault was injected.
    func take(_ fault: InjectedFault) { state.withLock { $0.fault = $0.fault ?? fault.step } }

    /// A key is not given, as it cannot be noted.
    func takeMissingNote() { state.withLock { $0.lacksNote = true } }
}
