/// A step of a license flow; the raw values are the codes of reports and of `docs/license-flows.md`.
package enum FlowStep: String, CaseIterable, Codable, Sendable {
    /// The key lines of playlists.
    case keyLines = "R01"
    /// What a client asks by: an asset id, a URL, a key id.
    case assetID = "R02"
    /// Who may play: an entitlement, a content token, a session.
    case entitlement = "R03"
    /// The token that opens licenses, and the URL at which it does.
    case token = "R04"
    /// The certificate that a client needs for its request.
    case certificate = "R05"
    /// The request, made and posted.
    case request = "R06"
    /// The request, opened by the key server.
    case opening = "R07"
    /// The key in the exported file.
    case lookup = "R08"
    /// What is demanded for the key.
    case policy = "R09"
    /// The answer, opened by the client.
    case answer = "R10"
    /// The segments, decrypted with the keys of the answers.
    case segments = "R11"
    /// What comes later: the next key, and the same again before a lease ends.
    case renewal = "R12"
}
