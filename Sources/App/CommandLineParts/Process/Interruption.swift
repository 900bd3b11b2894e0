import Glibc
import KeyStore
package import Presentations

/// Turns SIGINT and SIGTERM into an end with 75, of a run by a cancellation, so that it removes its stage.
///
/// A run that cannot hear it, because a call to a locked key store or a dead disk does not return, is ended all the
/// same; what it leaves is collected by the next run. A thread of its own waits for signals from the start on, so that nothing is
/// needed that the system may refuse when one comes.
package enum Interruption {
    /// Batch engines kill a process that is still there 5 seconds after SIGTERM.
    private static let patience = useconds_t(4_500_000)

    /// Lets a run end by itself: it has to look at the cancellation.
    ///
    /// - Throws: `CommandFailure` where no thread is left to wait for signals, as does the other.
    package static func start(cancelling cancellation: Cancellation) throws {
        try handle {
            cancellation.cancel()
            usleep(patience)
            end("interrupted while a call did not end")
        }
    }

    /// Ends a command that only asks or changes a key store, at once: what it has not committed is undone by that.
    package static func startEndingAtOnce() throws {
        try handle {
            PrivateFile.discardUnfinished()
            end("interrupted")
        }
    }

    /// Blocks both signals on this thread, and so on all that are started later, but the one that waits for them.
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
            let shortage = ResourceShortage.threads
            throw CommandFailure(
                .unavailable,
                "this run: \(shortage.what) (\(error.reason)). \(shortage.advice)"
            )
        }
    }

    private static func end(_ reason: String) -> Never {
        StandardError.write("error: this run: \(reason). Run it again.\n")
        _exit(ExitStatus.code(of: .unavailable))
    }
}
