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

    init(_ refusal: KSMRefusal) {
        status = refusal.status.rawValue
        stage = refusal.stage
        message = refusal.message
        remedy = refusal.remedy
        place = refusal.place
    }

    /// Reads a body; nil for one that says no number.
    ///
    /// Servers of others may mean other things by the other members.
    init?(reading body: [UInt8]) {
        guard let error = try? JSONDecoder().decode(Self.self, from: Data(body)) else { return nil }
        self = error
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

    /// The step at which the request was refused; servers of others say no more than a number.
    var step: FlowStep {
        switch stage {
        case .request: .request
        case .opening: .opening
        case .lookup: .lookup
        case nil: status == KSMStatus.noContentKey.rawValue ? .lookup : .opening
        }
    }

    /// The bytes.
    var body: [UInt8] { (try? Array(JSONEncoder().encode(self))) ?? [] }
}
