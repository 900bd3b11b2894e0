import Ciphers

/// An error in an SPC, or in the input for a CKC.
///
/// It never contains a byte of a key.
package struct LicenseMessageError: Error, Hashable, Sendable {
    /// The status that a key security module reports.
    package let status: KSMStatus
    /// The tag that is missing, occurs twice or has a wrong value, or nil if the error concerns no single
    /// tag.
    let tag: LicenseTag?
    /// The offset in the message in bytes, for a payload in the decrypted message, or nil if the error has no
    /// single location.
    let offset: Int?
    /// The contents that were found, as a noun phrase.
    let found: String
    /// The contents that were expected, as a noun phrase.
    let expected: String
    /// The advice for the user, or empty if only the sender of the message can find the cause.
    package let remedy: String

    /// Creates an error with any status.
    package init(
        _ status: KSMStatus,
        tag: LicenseTag? = nil,
        offset: Int? = nil,
        found: String,
        expected: String,
        remedy: String = ""
    ) {
        self.status = status
        self.tag = tag
        self.offset = offset
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }
}

extension LicenseMessageError: CustomStringConvertible {
    /// The error with status and advice, in one line for people.
    package var description: String {
        "\(status.rawValue), \(status.description): \(finding)\(remedy.isEmpty ? "" : ". " + remedy)"
    }

    /// The contents found, their offset and the contents expected, for people.
    package var finding: String {
        "found \(found)" + (offset.map { " at byte \($0)" } ?? "") + ", expected \(expected)"
    }
}

extension LicenseMessageError {
    static func parsing(
        _ tag: LicenseTag? = nil,
        offset: Int?,
        found: String,
        expected: String,
        remedy: String = ""
    ) -> LicenseMessageError {
        LicenseMessageError(
            .spcParsing,
            tag: tag,
            offset: offset,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }

    static func tooLong(_ count: Int, what: String) -> LicenseMessageError {
        parsing(
            offset: nil,
            found: "a \(what) of \(count) bytes",
            expected: "at most \(SPCContainer.byteLimit)",
            remedy: "Post the SPC alone"
        )
    }

    static func missing(_ tag: LicenseTag) -> LicenseMessageError {
        LicenseMessageError(
            .missingTag,
            tag: tag,
            found: "no \(tag.name) (tag 0x\(tag.hexadecimal))",
            expected: "one"
        )
    }

    static func duplicate(_ tag: LicenseTag, offset: Int?) -> LicenseMessageError {
        LicenseMessageError(
            .duplicateTag,
            tag: tag,
            offset: offset,
            found: "\(tag.name) (tag 0x\(tag.hexadecimal)) a second time",
            expected: "one"
        )
    }

    static func cipher(_ error: CipherError) -> LicenseMessageError {
        LicenseMessageError(.cryptography, found: "\(error)", expected: "no error of a cipher")
    }
}
