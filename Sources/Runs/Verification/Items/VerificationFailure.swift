import Inspection
import Presentations
import SampleEncryption

/// The reason why the clear bytes of a verification item cannot be read.
struct VerificationFailure: Error {
    let rule: Finding.Rule
    let message: String
    let offset: UInt64?

    init(_ rule: Finding.Rule, _ message: String, offset: UInt64? = nil) {
        self.rule = rule
        self.message = message
        self.offset = offset
    }

    /// The failure for a file that is shorter than when it was opened.
    static let shortenedFile = VerificationFailure(.media, "the file became shorter while it was read")

    /// Describes why something could not be read, for messages.
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as SampleEncryptionError: error.finding.message
        case let error as SystemCallError: error.reason
        case let error as VerificationFailure: error.message
        default: "\(error)"
        }
    }
}
