import Synchronization

/// Takes results that come from several threads in the order of their indices, one at a time.
///
/// Of the results only those are held that came before others in front of them.
final class OrderedFold<Result: Sendable, Accumulator: Sendable>: Sendable {
    private struct State: Sendable {
        var accumulator: Accumulator
        var next = 0
        var early: [Int: Result] = [:]
    }

    private let state: Mutex<State>
    private let take: @Sendable (inout Accumulator, Result) -> Void

    /// - Parameters:
    ///   - accumulator: what it is before the first result.
    ///   - take: adds the next result.
    init(into accumulator: Accumulator, _ take: @escaping @Sendable (inout Accumulator, Result) -> Void) {
        state = Mutex(State(accumulator: accumulator))
        self.take = take
    }

    /// What became of the results so far.
    var accumulator: Accumulator { state.withLock { $0.accumulator } }

    /// Takes a result, and those that waited for it.
    func add(_ index: Int, _ result: Result) {
        state.withLock { state in
            guard index == state.next else {
                state.early[index] = result
                return
            }
            var following: Result? = result
            while let result = following {
                take(&state.accumulator, result)
                state.next += 1
                following = state.early.removeValue(forKey: state.next)
            }
        }
    }
}
