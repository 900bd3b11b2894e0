/// A step of a license flow; the raw values are the codes in reports and in `docs/license-flows.md`.
package enum FlowStep: String, CaseIterable, Codable, Sendable {
    /// The key lines of the playlists.
    case keyLines = "R01"
    /// The identifier that a client requests by: an asset id, a URL or a key id.
    case assetID = "R02"
    /// The right to play: an entitlement, a content token, a session.
    case entitlement = "R03"
    /// The token that grants licenses, and its URL.
    case token = "R04"
    /// The certificate that a client encrypts its SPC to.
    case certificate = "R05"
    /// The request that the client posts to the license server, or its GET request to the key server.
    case request = "R06"
    /// The decryption of the SPC by the license server.
    case opening = "R07"
    /// The lookup of the key in the exported file.
    case lookup = "R08"
    /// The policy of the key.
    case policy = "R09"
    /// The decryption and check of the answer by the client.
    case answer = "R10"
    /// The decryption of the segments with the delivered keys.
    case segments = "R11"
    /// Later requests: the next key, and the same key before a lease ends.
    case renewal = "R12"
}
