/// What `fairlead rehearse` found.
package struct LicenseFlowReport: Hashable, Codable, Sendable {
    /// The exported file in which keys were looked up.
    package struct Export: Hashable, Codable, Sendable {
        /// Its name.
        package let name: String
        /// Its format.
        package let format: String
        /// The number of its keys.
        package let keys: Int
    }

    /// The playlist; nil where a captured request was looked at.
    package let playlist: String?
    /// The clear presentation that decrypted segments were compared with.
    package let source: String?
    /// The exported file; nil where none was needed.
    package let export: Export?
    /// The function that stood in for Apple's D, or was plugged in for it; nil where none was needed.
    package let deviceKeyFunction: String?
    /// Whether all flows hold.
    package let holds: Bool
    /// The flows that were walked.
    package let flows: [FlowReport]
    /// What a captured request holds; nil where there is none.
    package let captured: CapturedRequest?

    private enum CodingKeys: String, CodingKey {
        case playlist, source, export
        case deviceKeyFunction = "device_key_function"
        case holds, flows, captured
    }
}
