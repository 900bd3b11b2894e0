import NIOCore

/// An executor that runs the tasks of a server on its event loop.
///
/// Swift's own pool has as many threads as the machine has cores, and callers may block all of them while
/// they wait for the server.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(on loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
