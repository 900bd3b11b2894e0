import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// Warnings about imported keys that are unusual but not wrong.
enum ImportWarnings {
    private static let classes = TrackClass.allCases.map(\.rawValue).joined(separator: ", ")

    static func warnings(of rows: [ImportRow]) -> [String] {
        var seen: [[UInt8]: String] = [:]
        var warnings: [String] = []
        for row in rows {
            let name = row.keyID.map { "\(row.location): key \($0.uuidString.lowercased())" } ?? row.location
            if let key = row.key {
                if let weakness = key.weakness { warnings.append("\(name): the key \(weakness)") }
                if let otherLocation = seen.updateValue(row.location, forKey: digest(of: key)) {
                    warnings.append("\(name): the same key appears at \(otherLocation) under another id")
                }
                // Nothing uses the IV of an AES-256-GCM key.
                if row.iv == nil, key.length == .bits128 {
                    warnings.append(
                        "\(name): there is no IV; the store generates one if it does not have the key"
                    )
                }
            }
            warnings += row.warnings.map { "\(name): \($0)" }
            if row.track == "video" {
                warnings.append(
                    "\(name): it is for track video, which is not a class of tracks (\(classes)); give \(CommandOption.track) if it is for one of them"
                )
            }
            if let iv = row.iv, iv.bytes == row.keyID?.bytes {
                warnings.append("\(name): the IV is the key id")
            }
        }
        return warnings
    }

    /// Returns a digest that identifies a key without showing it.
    private static func digest(of key: ContentKey) -> [UInt8] {
        key.withSpan { SHA256.digest(of: $0) }
    }
}
