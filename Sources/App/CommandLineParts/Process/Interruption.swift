import Failures
import Glibc
import KeyStore
package import Presentations
import StoreFiles

/// The handling of SIGINT and SIGTERM, which end the process with status 75.
///
/// A run is cancelled, so that it removes its stage. If it does not end, because a call to a key store that does not
/// answer or to a dead disk does not return, the process ends anyway, and the next run removes the remains. A thread
/// waits for signals from the start, so that no resource is needed that the system may refuse when one
/// arrives.
package enum Interruption {
    /// The time in microseconds that a run has to end: batch systems kill a process 5 seconds after SIGTERM.
    private static let gracePeriod = useconds_t(4_500_000)

    /// Handles signals by cancelling a run, which has to check the cancellation.
    ///
    /// - Throws: `RunFailure` if no thread can be started to wait for signals.
    package static func start(cancelling cancellation: Cancellation) throws {
        try handle {
            cancellation.cancel()
            StoreWaits.end()
            usleep(gracePeriod)
            end("interrupted during a call that did not return")
        }
    }

    /// Handles signals by ending the process at once, for commands that only query or change a key store:
    /// uncommitted changes are rolled back.
    package static func startWithImmediateExit() throws {
        try handle {
            PrivateFile.discardUnfinished()
            end("interrupted")
        }
    }

    /// Blocks both signals on this thread and all threads that it starts later, and starts the thread that
    /// waits for them.
    private static func handle(_ body: @escaping @Sendable () -> Never) throws {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            _ = try WorkerThread { [signals] in
                var (signals, number) = (signals, Int32(0))
                while unsafe sigwait(&signals, &number) != 0 {}
                body()
            }
        } catch {
            throw RunFailure.system(
                error.code,
                .unavailable,
                at: "this run",
                ResourceShortage.threads.description,
                found: error.reason,
                remedy: ResourceShortage.threads.advice
            )
        }
    }

    private static func end(_ reason: String) -> Never {
        StandardError.write("error: this run: \(reason). Run it again.\n")
        _exit(FailureClass.unavailable.exitStatus)
    }
}
