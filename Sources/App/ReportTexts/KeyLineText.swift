import Inspection

/// Key lines for people.
enum KeyLineText {
    /// The URI, and the ids of the keys where the line says them.
    static func uri(of key: KeyInspection) -> String {
        guard !key.keyIDs.isEmpty else { return key.uri ?? "-" }
        return (key.uri ?? "-") + ", key " + key.keyIDs.joined(separator: " and ")
    }
}
