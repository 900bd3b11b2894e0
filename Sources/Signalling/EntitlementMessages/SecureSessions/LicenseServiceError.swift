/// A refusal of NAGRA's license server or session manager: `{errorCode, message}`.
///
/// The numbers are those that are public for other key systems, which are likely the same for FairPlay; 1007 is that of the session manager.
package struct LicenseServiceError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// A number.
    package enum Code: Int, CaseIterable, Codable, Sendable {
        case format = 1001
        case authorizations = 1004
        case tooManySessions = 1007
        case challenge = 2001
        case noContentID = 2103
        case tokenVersion = 3001
        case signature = 3003
        case notGranted = 4000
        case noContentToken = 4001
        case expired = 4005
        case alreadyPlayed = 4006
        case noKey = 4011

        /// The HTTP status that goes with it in a stand-in.
        package var status: Int {
            switch self {
            case .format, .challenge, .authorizations: 400
            case .noContentID, .noKey: 404
            case .tooManySessions: 409
            case .tokenVersion, .signature, .noContentToken, .expired: 401
            case .notGranted, .alreadyPlayed: 403
            }
        }
    }

    /// The number.
    package let errorCode: Int
    /// Words to it.
    package let message: String?

    /// A refusal from its parts.
    package init(_ code: Code, _ message: String) {
        errorCode = code.rawValue
        self.message = message
    }

    /// Reads the body of an answer; nil where it has no number.
    ///
    /// - Parameter body: the body.
    package init?(reading body: [UInt8]) {
        guard let members = try? JSONMembers(of: body, "error"), let code = members.number("errorCode") else {
            return nil
        }
        errorCode = code
        message = try? members.optionalText("message")
    }

    /// The number, where it is one that is known here.
    package var code: Code? { Code(rawValue: errorCode) }

    /// The body of an answer.
    package var body: [UInt8] { JSONMembers.body(of: self) }

    /// The number and the words.
    package var description: String { "\(errorCode)" + (message.map { ": \($0)" } ?? "") }
}
