import Dispatch
import Foundation
import HLSPackaging
import KeyStore

/// Turns SIGINT and SIGTERM into an end with 75, of a run by a cancellation, so that it removes its stage.
///
/// A run that cannot hear it, because a call to a locked key store or a dead disk does not return, is ended all the
/// same; what it leaves is collected by the next run.
final class Interruption {
    /// Batch engines kill a process that is still there 5 seconds after SIGTERM.
    private static let patience = DispatchTimeInterval.milliseconds(4500)
    private let sources: [any DispatchSourceSignal]

    /// Lets a run end by itself.
    convenience init(cancelling cancellation: Cancellation) {
        self.init {
            cancellation.cancel()
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
                Self.end("interrupted while a call did not end")
            }
        }
    }

    /// Ends a command that only asks or changes a key store, at once: what it has not committed is undone by that.
    static func endingAtOnce() -> Interruption {
        Interruption {
            PrivateFile.discardUnfinished()
            end("interrupted")
        }
    }

    private init(_ handler: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }

    private static func end(_ reason: String) -> Never {
        StandardError.write("error: this run: \(reason). Run it again.\n")
        _exit(ExitStatus.code(of: .unavailable))
    }
}
