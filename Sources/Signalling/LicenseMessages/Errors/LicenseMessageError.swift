import Ciphers

/// What is wrong with an SPC or with what a CKC is to be made of.
///
/// It never holds a byte of a key.
package struct LicenseMessageError: Error, Hashable, Sendable {
    /// The number that a key security module gives.
    package let status: KSMStatus
    /// The tag that is missing, that is there twice, or whose value is wrong; nil if it is none in particular.
    package let tag: LicenseTag?
    /// The offset in the message, of a payload in the decrypted message; nil if it is nowhere in particular.
    package let offset: Int?
    /// What is there.
    package let found: String
    /// What should be there.
    package let expected: String
    /// What to do; empty if that is for whoever made the message to find out.
    package let remedy: String

    /// An error of any kind.
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
    /// One line for people.
    package var description: String {
        "\(status.rawValue), \(status.words): \(finding)\(remedy.isEmpty ? "" : ". " + remedy)"
    }

    /// What is there, where, and what should be, for people.
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
            found: "no \(tag.name) (\(tag.hexadecimal))",
            expected: "one"
        )
    }

    static func twice(_ tag: LicenseTag, offset: Int?) -> LicenseMessageError {
        LicenseMessageError(
            .duplicateTag,
            tag: tag,
            offset: offset,
            found: "\(tag.name) (\(tag.hexadecimal)) a second time",
            expected: "one"
        )
    }

    static func cipher(_ error: CipherError) -> LicenseMessageError {
        LicenseMessageError(.cryptography, found: "\(error)", expected: "no error of a cipher")
    }
}
