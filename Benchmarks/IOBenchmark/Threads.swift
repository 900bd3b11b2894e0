import Dispatch
import Foundation
import Synchronization

/// Threads that start together and are waited for.
enum Threads {
    private final class Failure: Sendable {
        let first = Mutex<(any Error)?>(nil)
    }

    /// Runs each body on a thread of its own.
    ///
    /// - Throws: the first error of a body.
    static func run(_ bodies: [@Sendable () throws -> Void]) throws {
        let failure = Failure()
        let group = DispatchGroup()
        for body in bodies {
            group.enter()
            Thread {
                do {
                    try body()
                } catch {
                    failure.first.withLock { $0 = $0 ?? error }
                }
                group.leave()
            }.start()
        }
        group.wait()
        if let error = failure.first.withLock({ $0 }) { throw error }
    }
}
