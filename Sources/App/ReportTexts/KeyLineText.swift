import Inspection

/// The human-readable form of key lines.
enum KeyLineText {
    /// Returns the URI, with the key ids if the line contains any.
    static func uri(of key: KeyInspection) -> String {
        guard !key.keyIDs.isEmpty else { return key.uri ?? "-" }
        return (key.uri ?? "-") + ", key " + key.keyIDs.joined(separator: " and ")
    }
}
