import EntitlementMessages
import FoundationEssentials
import LicenseMessages
import Rehearsal

/// The body of a refusal: JSON with a published error number and a message.
struct LicenseServerError: Codable {
    /// The published error number.
    let status: Int
    /// The stage at which the request failed, or nil from external servers.
    var stage: KSMRefusal.Stage?
    var message: String?
    var remedy: String?
    var location: String?
    /// Indicates whether the number is an `errorCode` of NAGRA.
    private var isErrorCode = false

    private enum CodingKeys: String, CodingKey {
        case status, stage, message, remedy
        case location = "place"
    }

    init(_ refusal: KSMRefusal) {
        status = refusal.status.rawValue
        stage = refusal.stage
        message = refusal.message
        remedy = refusal.remedy
        location = refusal.location
    }

    /// Creates the refusal of a token.
    init(_ refusal: TokenRefusal, remedy: String? = nil, location: String? = nil) {
        status = refusal.code.rawValue
        message = refusal.message
        self.remedy = remedy
        self.location = location
    }

    /// Creates a refusal from a number and a message.
    init(status: Int, message: String?) {
        self.status = status
        self.message = message
    }

    /// Reads a body, or returns nil if it contains no error number.
    ///
    /// External servers may use the other members differently, and `status` or `errorCode` may be an HTTP
    /// status. Any other body, such as a page, is searched for a number of the token service, whose refusals
    /// have no public format.
    init?(reading body: [UInt8]) {
        if let error = try? JSONDecoder().decode(Self.self, from: Data(body)), error.hasPublishedStatus {
            self = error
        } else if let error = LicenseServiceError(reading: body),
            !Self.statusesOfHTTP.contains(error.errorCode)
        {
            status = error.errorCode
            message = error.message
            isErrorCode = true
        } else if let code = TokenRefusal.code(in: body) {
            status = code.rawValue
            message = code.meaning
        } else {
            return nil
        }
    }

    /// Reads a refusal, ignoring optional members of other types.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(Int.self, forKey: .status)
        stage = try? members.decode(KSMRefusal.Stage.self, forKey: .stage)
        message = try? members.decode(String.self, forKey: .message)
        remedy = try? members.decode(String.self, forKey: .remedy)
        location = try? members.decode(String.self, forKey: .location)
    }

    private static let statusesOfHTTP = 100..<600

    private var hasPublishedStatus: Bool {
        KSMStatus(rawValue: status) != nil || TokenRefusal.Code(rawValue: status) != nil
    }

    /// Returns the refusal of an external server with a redacted message, and without location and remedy.
    func redacted(answering request: AppRequest) -> Self {
        var copy = self
        copy.message = message.map { RedactedServerMessage.shown($0, answering: request) }
        if copy.message?.isEmpty == true { copy.message = nil }
        (copy.location, copy.remedy) = (nil, nil)
        return copy
    }

    /// The step that refused the request; external servers tell only the number.
    var step: FlowStep {
        switch stage {
        case .request: return .request
        case .opening: return .opening
        case .lookup: return .lookup
        case nil: break
        }
        if TokenRefusal.Code(rawValue: status) != nil { return .token }
        if isErrorCode { return LicenseServiceError.step(of: status) }
        return status == KSMStatus.noContentKey.rawValue ? .lookup : .opening
    }

    /// The JSON.
    var body: [UInt8] { (try? Array(JSONEncoder().encode(self))) ?? [] }
}

extension LicenseServiceError {
    /// Returns the step at which NAGRA's license server refuses with a number, including unknown numbers.
    ///
    /// Numbers from 1000 concern the request, from 2000 the challenge, from 3000 tokens, from 4000 rights.
    static func step(of number: Int) -> FlowStep {
        switch Code(rawValue: number) {
        case .format?: return .request
        case .noContentID?, .noKey?: return .lookup
        case .some(let code) where code != .challenge: return .entitlement
        default:
            return (2000..<3000).contains(number)
                ? .opening : (3000..<5000).contains(number) ? .entitlement : .request
        }
    }
}
