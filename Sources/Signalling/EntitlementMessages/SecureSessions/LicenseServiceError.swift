/// A refusal by NAGRA's license server or session manager: the JSON object `{errorCode, message}`.
///
/// The numbers are those published for other key systems, which are probably the same for FairPlay; 1007 is a
/// number of the session manager.
package struct LicenseServiceError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// A published error number.
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

        /// The HTTP status that fairlead's stand-in server sends with the number.
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

    /// The error number, published or not.
    package let errorCode: Int
    /// The server's explanation, or nil if there is none.
    package let message: String?

    /// Creates a refusal from its parts.
    package init(_ code: Code, _ message: String) {
        errorCode = code.rawValue
        self.message = message
    }

    /// Reads the body of an answer, or is nil if it has no error number.
    ///
    /// - Parameter body: the body, usually a JSON object.
    package init?(reading body: [UInt8]) {
        guard let members = try? JSONMembers(of: body, "error"), let code = members.number("errorCode") else {
            return nil
        }
        errorCode = code
        message = try? members.optionalText("message")
    }

    /// The error number if it is published, or nil if it is unknown.
    package var code: Code? { Code(rawValue: errorCode) }

    /// The body of the answer, a JSON object.
    package var body: [UInt8] { JSONMembers.encode(self) }

    /// The error number and the server's explanation, for people.
    package var description: String { "\(errorCode)" + (message.map { ": \($0)" } ?? "") }
}
