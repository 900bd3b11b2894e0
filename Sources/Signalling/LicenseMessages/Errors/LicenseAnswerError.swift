package import Ciphers
import TextFormats

/// The reason why a client refuses a CKC: one case for each check.
///
/// It never contains a byte of a key.
package enum LicenseAnswerError: Error, Hashable, Sendable {
    /// The message is longer than ``SPCContainer/byteLimit``.
    case tooLong(bytes: Int)
    /// The message is not a CKC but a frequent mistake; `remedy` says what to do.
    case notACKC(found: String, remedy: String)
    /// The message is shorter than its header or its payload length demands.
    case truncated(bytes: Int, expected: Int)
    /// The version is not 1.
    case unsupportedVersion(UInt32)
    /// The message has bytes after the payload.
    case trailingBytes(count: Int)
    /// The payload is empty, or not a multiple of 16 bytes.
    case partialBlocks(bytes: Int)
    /// The decrypted payload is not a list of TLLVs, most often because it is not encrypted under the key of
    /// this request.
    case unreadable(LicenseMessageError)
    /// The value of a TLLV has a length that its tag does not allow.
    case wrongLength(LicenseMessageError)
    /// A known tag occurs twice.
    case duplicate(LicenseTag)
    /// The content key is missing.
    case noContentKey
    /// R1 is missing.
    case noR1
    /// R1 is not that of the request: the answer is to another request, or is forged.
    case wrongR1
    /// A TLLV that the request asked to be returned is missing.
    case missingReturned(LicenseTag)
    /// A TLLV that the request asked to be returned was changed.
    case changedReturned(LicenseTag)
    /// A cipher failed.
    case cipher(CipherError)
}

extension LicenseAnswerError: CustomStringConvertible {
    /// The error in one line for people.
    package var description: String {
        switch self {
        case .tooLong(let count):
            "the CKC is too long (\(CountText.text(count, "byte")), expected at most \(SPCContainer.byteLimit))"
        case .notACKC(let found, let remedy):
            "not a CKC (found \(found)). \(remedy)"
        case .truncated(let count, let expected):
            "the CKC is too short (\(CountText.text(count, "byte")), expected \(expected))"
        case .unsupportedVersion(let version):
            "the CKC's version is \(version) (expected \(CKCContainer.version))"
        case .trailingBytes(let count):
            "\(CountText.text(count, "byte follows", plural: "bytes follow")) the CKC (expected none)"
        case .partialBlocks(let count):
            "the CKC's payload does not consist of whole blocks (\(CountText.text(count, "byte")), expected a multiple of 16, not 0)"
        case .unreadable(let error):
            "the CKC's payload cannot be read (\(error.found), expected \(error.expected)). "
                + "Check that the server has this request's application secret key and device key function"
        case .wrongLength(let error):
            "the CKC has \(error.found) (expected \(error.expected))"
        case .duplicate(let tag):
            "the CKC has \(tag.name) twice (expected once)"
        case .noContentKey:
            "the CKC has no content key (expected a TLLV with tag 0x\(LicenseTag.contentKey.hexadecimal))"
        case .noR1:
            "the CKC has no R1 (expected a TLLV with tag 0x\(LicenseTag.r1.hexadecimal))"
        case .wrongR1:
            "the CKC's R1 is not the request's. It answers another request"
        case .missingReturned(let tag):
            "the CKC does not return \(tag.name), which the request asks for"
        case .changedReturned(let tag):
            "the CKC returns another \(tag.name) than the request has"
        case .cipher(let error):
            "\(error)"
        }
    }
}
