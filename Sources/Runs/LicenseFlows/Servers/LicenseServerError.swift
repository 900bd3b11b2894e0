import EntitlementMessages
import FoundationEssentials
import LicenseMessages
import Rehearsal

/// The body of an answer that is no license: JSON with the published number, and words.
struct LicenseServerError: Codable {
    /// The published error number.
    let status: Int
    /// How far the request came; nil from servers of others.
    var stage: KSMRefusal.Stage?
    var message: String?
    var remedy: String?
    var place: String?
    /// Whether the number is an `errorCode` of NAGRA's.
    private var isErrorCode = false

    private enum CodingKeys: String, CodingKey {
        case status, stage, message, remedy, place
    }

    init(_ refusal: KSMRefusal) {
        status = refusal.status.rawValue
        stage = refusal.stage
        message = refusal.message
        remedy = refusal.remedy
        place = refusal.place
    }

    /// The refusal of a token.
    init(_ refusal: TokenRefusal, remedy: String? = nil, place: String? = nil) {
        status = refusal.code.rawValue
        message = refusal.message
        self.remedy = remedy
        self.place = place
    }

    /// A number, and words to it.
    init(status: Int, message: String?) {
        self.status = status
        self.message = message
    }

    /// Reads a body; nil for one that says no number.
    ///
    /// Servers of others may mean other things by the other members; a `status` may be that of HTTP, and so may an `errorCode`. What has
    /// no number that is published in them, a page or another form is searched for a number of the token service, whose forms are not
    /// public.
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
            message = code.words
        } else {
            return nil
        }
    }

    /// Reads it.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(Int.self, forKey: .status)
        stage = try? members.decode(KSMRefusal.Stage.self, forKey: .stage)
        message = try? members.decode(String.self, forKey: .message)
        remedy = try? members.decode(String.self, forKey: .remedy)
        place = try? members.decode(String.self, forKey: .place)
    }

    private static let statusesOfHTTP = 100..<600

    private var hasPublishedStatus: Bool {
        KSMStatus(rawValue: status) != nil || TokenRefusal.Code(rawValue: status) != nil
    }

    /// What may be shown of it where a server of others said it: places and remedies are ours to say.
    ///
    /// - Parameter request: what the server was sent.
    /// - Returns: the error with words that may stand in reports.
    func saidByOthers(answering request: AppRequest) -> Self {
        var said = self
        said.message = message.map { ForeignWords.shown($0, answering: request) }
        if said.message?.isEmpty == true { said.message = nil }
        (said.place, said.remedy) = (nil, nil)
        return said
    }

    /// The step at which the request was refused; servers of others say no more than a number.
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

    /// The bytes.
    var body: [UInt8] { (try? Array(JSONEncoder().encode(self))) ?? [] }
}

extension LicenseServiceError {
    /// The step at which a license server of NAGRA refuses with a number, also with one that is not known here.
    ///
    /// Numbers from 1000 are about the request, from 2000 about the challenge, from 3000 about tokens, from 4000 about rights.
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
