import Synchronization

/// Combines results of several threads in the order of their indices, one at a time.
///
/// Holds only results that arrived before one with a lower index.
final class OrderedFold<Result: Sendable, Accumulator: Sendable>: Sendable {
    private struct State: Sendable {
        var accumulator: Accumulator
        var next = 0
        var early: [Int: Result] = [:]
    }

    private let state: Mutex<State>
    private let combine: @Sendable (inout Accumulator, Result) -> Void

    /// - Parameters:
    ///   - accumulator: the initial value.
    ///   - take: adds the next result to the accumulator.
    init(into accumulator: Accumulator, _ take: @escaping @Sendable (inout Accumulator, Result) -> Void) {
        state = Mutex(State(accumulator: accumulator))
        self.combine = take
    }

    /// The combination of the results so far.
    var accumulator: Accumulator { state.withLock { $0.accumulator } }

    /// Adds a result, and then the results with the next indices that arrived earlier.
    func add(_ index: Int, _ result: Result) {
        state.withLock { state in
            guard index == state.next else {
                state.early[index] = result
                return
            }
            var following: Result? = result
            while let result = following {
                combine(&state.accumulator, result)
                state.next += 1
                following = state.early.removeValue(forKey: state.next)
            }
        }
    }
}
