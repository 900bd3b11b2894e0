import NIOCore

/// Runs the tasks of a server on its event loop.
///
/// The pool of Swift's own has as many threads as the machine has cores, and those who call a server may wait for its answers on
/// just these.
final class LoopbackTasks: TaskExecutor {
    private let loop: any EventLoop

    init(on loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
