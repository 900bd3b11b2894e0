import Dispatch
import Foundation
import HLSPackaging
import KeyStore

/// Turns SIGINT and SIGTERM into a cancellation, so that a run removes its stage and ends with 75.
///
/// A run that cannot hear it, because a call to a locked key store or a dead disk does not return, is ended all the
/// same; what it leaves is collected by the next run.
final class Interruption {
    /// Batch engines kill a process that is still there 5 seconds after SIGTERM.
    private static let patience = DispatchTimeInterval.milliseconds(4500)
    private let sources: [any DispatchSourceSignal]

    init(cancelling cancellation: Cancellation) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                cancellation.cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
                    StandardError.write(
                        "error: this run: interrupted while a call did not end. Run it again.\n"
                    )
                    _exit(ExitStatus.code(of: .unavailable))
                }
            }
            source.resume()
            return source
        }
    }
}
