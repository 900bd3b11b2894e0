import Glibc

/// A thread that runs one closure.
package struct WorkerThread: Sendable {
    /// Starts a thread, which ends when the closure returns or the process ends.
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
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
