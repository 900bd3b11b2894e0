import Glibc

/// A thread that runs one closure.
package struct WorkerThread: Sendable {
    private let identifier: pthread_t

    /// Starts a thread.
    ///
    /// - Throws: `SystemCallError` if a limit is reached: the number of the user's threads and processes, or
    ///   the memory of the process, in which each thread has a stack.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            },
            work.toOpaque()
        )
        guard code == 0 else {
            unsafe work.release()
            throw SystemCallError("pthread_create", path: "this run", code: code)
        }
        identifier = thread
    }

    /// Waits until the closure has returned; to be called exactly once per thread.
    func join() {
        pthread_join(identifier, nil)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
