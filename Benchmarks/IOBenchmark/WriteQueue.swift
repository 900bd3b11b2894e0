import Dispatch
import Synchronization

/// A queue of full buffers for a thread that only writes them; the number of buffers per worker is fixed.
final class WriteQueue: Sendable {
    /// A piece of a media resource in a buffer.
    struct Piece: Sendable {
        let file: OpenFile
        let range: Range<Int>
        let offset: Int
    }

    private struct State {
        var free: [Memory]
        var full: [(buffer: Memory, pieces: [Piece])] = []
        var workerCount: Int
    }

    /// The number of buffers per worker: one is filled while another is written, and one waits.
    private static let buffersOfWorker = 3

    private let state: Mutex<State>
    private let freeCount: DispatchSemaphore
    private let fullCount = DispatchSemaphore(value: 0)

    init(workerCount: Int, makeBuffer: () throws -> Memory) throws {
        let buffers = try (0..<workerCount * Self.buffersOfWorker).map { _ in try makeBuffer() }
        freeCount = DispatchSemaphore(value: 0)
        state = Mutex(State(free: buffers, workerCount: workerCount))
        for _ in buffers { freeCount.signal() }
    }

    /// Waits for a free buffer and returns it.
    func freeBuffer() -> Memory? {
        freeCount.wait()
        return state.withLock { $0.free.popLast() }
    }

    /// Queues the pieces of a buffer for writing.
    func write(_ pieces: [Piece], of buffer: Memory) {
        state.withLock { $0.full.append((buffer, pieces)) }
        fullCount.signal()
    }

    /// Notes that one of the workers has ended.
    func endWorker() {
        state.withLock { $0.workerCount -= 1 }
        fullCount.signal()
    }

    /// Writes until all workers have ended; after a failure it only returns buffers, so that the workers can
    /// end.
    func drain() throws {
        var failure: (any Error)?
        while true {
            fullCount.wait()
            let (next, isEnd) = state.withLock { state in
                let next = state.full.isEmpty ? nil : state.full.removeFirst()
                return (next, next == nil && state.workerCount == 0)
            }
            if isEnd { break }
            guard let next else { continue }
            if failure == nil {
                do {
                    for piece in next.pieces {
                        try piece.file.write(next.buffer, piece.range, at: piece.offset)
                    }
                } catch {
                    failure = error
                }
            }
            state.withLock { $0.free.append(next.buffer) }
            freeCount.signal()
        }
        if let failure { throw failure }
    }
}
