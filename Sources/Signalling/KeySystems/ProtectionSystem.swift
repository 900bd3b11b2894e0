/// A key system by its SystemID, as `pssh` boxes name it.
package enum ProtectionSystem: String, CaseIterable, Hashable, Sendable {
    /// The common system of W3C: key ids and nothing else.
    case common = "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"
    /// Widevine.
    case widevine = "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
    /// PlayReady.
    case playReady = "9a04f079-9840-4286-ab92-e65be0885f95"

    /// SystemID, 16 bytes.
    package var systemID: [UInt8] {
        let digits = rawValue.filter { $0 != "-" }
        return stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(digits.dropFirst(place).prefix(2), radix: 16)
        }
    }

    /// The system of a SystemID; nil for one that is not known here.
    package init?(systemID: [UInt8]) {
        guard let system = Self.allCases.first(where: { $0.systemID == systemID }) else { return nil }
        self = system
    }

    /// Its name.
    package var name: String {
        switch self {
        case .common: "common"
        case .widevine: "Widevine"
        case .playReady: "PlayReady"
        }
    }
}
