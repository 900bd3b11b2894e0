import Dispatch
import Glibc
import HLSPackaging

/// Turns SIGINT and SIGTERM into a cancellation, so that a run removes its stage and ends with 75.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    init(cancelling cancellation: Cancellation) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { cancellation.cancel() }
            source.resume()
            return source
        }
    }
}
