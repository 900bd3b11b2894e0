package import Ciphers

/// What a client finds wrong with a CKC: one case for each check.
///
/// It never holds a byte of a key.
package enum LicenseAnswerError: Error, Hashable, Sendable {
    /// More bytes than are looked at.
    case tooLong(bytes: Int)
    /// Something else than a CKC, with what to do about it.
    case notACKC(found: String, remedy: String)
    /// Fewer bytes than there should be.
    case truncated(bytes: Int, expected: Int)
    /// A version that is not 1.
    case otherVersion(UInt32)
    /// Bytes behind the payload.
    case bytesBehind(count: Int)
    /// A payload of no block, or not of whole ones.
    case partialBlocks(bytes: Int)
    /// A decrypted payload that is no list of TLLVs: most often it is not under this request's key.
    case unreadable(LicenseMessageError)
    /// A TLLV of another length than its tag has.
    case wrongLength(LicenseMessageError)
    /// A known tag that is there twice.
    case duplicate(LicenseTag)
    /// No content key.
    case noContentKey
    /// No R1.
    case noR1
    /// An R1 that is not the request's: an answer to another request, or a forged one.
    case otherR1
    /// A TLLV that the request asked for and that is not there.
    case missingReturned(LicenseTag)
    /// A TLLV that the request asked for and that is not as it was.
    case changedReturned(LicenseTag)
    /// A cipher that failed.
    case cipher(CipherError)
}

extension LicenseAnswerError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .tooLong(let count):
            "too long a CKC (\(count) bytes, expected at most \(SPCContainer.byteLimit))"
        case .notACKC(let found, let remedy):
            "no CKC (found \(found)). \(remedy)"
        case .truncated(let count, let expected):
            "the CKC is too short (\(count) bytes, expected \(expected))"
        case .otherVersion(let version):
            "the CKC's version is \(version) (expected \(CKCContainer.version))"
        case .bytesBehind(let count):
            "\(count) bytes are behind the CKC (expected none)"
        case .partialBlocks(let count):
            "the CKC's payload is not whole blocks (\(count) bytes, expected a multiple of 16, not 0)"
        case .unreadable(let error):
            "the CKC's payload cannot be read (\(error.found), expected \(error.expected)). "
                + "Check that the server has this request's application secret key and device key function"
        case .wrongLength(let error):
            "the CKC has \(error.found) (expected \(error.expected))"
        case .duplicate(let tag):
            "the CKC has \(tag.name) twice (expected once)"
        case .noContentKey:
            "the CKC has no content key (expected \(LicenseTag.contentKey.hexadecimal))"
        case .noR1:
            "the CKC has no R1 (expected \(LicenseTag.r1.hexadecimal))"
        case .otherR1:
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
