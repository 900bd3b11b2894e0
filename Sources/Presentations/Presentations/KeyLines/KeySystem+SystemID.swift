package import FoundationEssentials
import KeySystems

extension KeySystem {
    /// DASH-IF ids of the system (dashif.org/identifiers/content_protection); none of a system that is not known here.
    ///
    /// What gives the bare key has those of SPEKE v2 (`3ea8778f-...`) and v1 (`81376844-...`) and the common one of W3C. The
    /// first of a list is what key servers are asked for.
    package var systemIDs: [UUID] {
        let texts =
            switch self {
            case .fairPlay: ["94ce86fb-07ff-4f43-adb8-93d2fa968ca2"]
            case .identity:
                [
                    "3ea8778f-7742-4bf9-b18b-e834b2acbd47", "81376844-f976-481e-a84e-cc25d39b0b33",
                    ProtectionSystem.common.rawValue,
                ]
            default: [protectionSystem?.rawValue].compactMap(\.self)
            }
        return texts.compactMap(UUID.init(uuidString:))
    }

    /// The id that key servers are asked for.
    package var systemID: UUID? { systemIDs.first }
}
