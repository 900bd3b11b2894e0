import Failures
import Presentations
import SampleEncryption

extension RunFailure {
    /// Creates the error that is reported for an error of reading, protecting or writing a part of a file.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - location: the location from which the offsets of sample encryption errors are counted.
    init(writing error: any Error, at location: MediaLocation) {
        switch error {
        case let error as SystemCallError: self = .stage(error)
        case let error as SampleEncryptionError: self = .samples(location, error)
        case let failure as RunFailure: self = failure
        default: self = .fault(error, doing: "writing \(location.file)")
        }
    }
}
