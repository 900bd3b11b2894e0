import FoundationEssentials
package import KeyStore

/// The identity of a key, in the JSON output of commands that change keys.
package struct KeyReference: Encodable {
    let content_id: String
    let track: String
    let period: Int
    let generation: Int
    let key_id: String

    package init(_ record: KeyRecord) {
        content_id = record.identity.contentID.value
        track = record.identity.track
        period = record.identity.period
        generation = record.identity.generation
        key_id = record.keyID.uuidString.lowercased()
    }

    /// The headings of `cells`.
    package static let header = ["CONTENT ID", "TRACK", "PERIOD", "GENERATION", "KEY"]

    /// The identity as table cells.
    package var cells: [String] { [content_id, track, "\(period)", "\(generation)", key_id] }
}
