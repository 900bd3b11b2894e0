import Bitstreams
import Inspection
import SampleEncryption

extension SampleEncryptionError {
    /// The rule and the message of the finding.
    var finding: (rule: Finding.Rule, message: String) {
        switch self {
        case .malformed(let error): (.stream, "\(error.found), expected \(error.expected)")
        case .unsupported(_, let what, let remedy): (.notChecked, "\(what) cannot be decrypted. \(remedy)")
        case .alreadyEncrypted(_, let what): (.signalling, "\(what): the media are encrypted")
        case .cipher(let error): (.decryption, "\(error)")
        }
    }

    /// The offset of the error in the segment, in bytes, or nil for a cipher error.
    var offset: UInt64? {
        switch self {
        case .malformed(let error): error.offset
        case .unsupported(let offset, _, _), .alreadyEncrypted(let offset, _): offset
        case .cipher: nil
        }
    }
}
