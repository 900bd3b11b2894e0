import Synchronization

/// Combines values that several threads compute, in the order of their indices from 0.
///
/// Keeps only values that came early, until those with lower indices are there.
final class OrderedFold<Value: Sendable, Accumulator: Sendable>: Sendable {
    private struct State: Sendable {
        var accumulator: Accumulator
        var nextIndex = 0
        var early: [Int: Value] = [:]
    }

    private let state: Mutex<State>
    private let combine: @Sendable (inout Accumulator, Value) -> Void

    /// - Parameters:
    ///   - accumulator: the initial value.
    ///   - combine: adds the next value to the accumulator; it is called under a lock.
    init(into accumulator: Accumulator, _ combine: @escaping @Sendable (inout Accumulator, Value) -> Void) {
        state = Mutex(State(accumulator: accumulator))
        self.combine = combine
    }

    /// The combination of the values up to the first index that is still missing.
    var accumulator: Accumulator { state.withLock { $0.accumulator } }

    /// Adds the value of an index, each index once, and then the values that waited for it.
    func add(_ index: Int, _ value: Value) {
        state.withLock { state in
            guard index == state.nextIndex else {
                state.early[index] = value
                return
            }
            var following: Value? = value
            while let value = following {
                combine(&state.accumulator, value)
                state.nextIndex += 1
                following = state.early.removeValue(forKey: state.nextIndex)
            }
        }
    }
}
