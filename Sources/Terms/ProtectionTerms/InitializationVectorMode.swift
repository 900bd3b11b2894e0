/// How a segment gets its initialization vector with AES-128 (`--iv-mode`).
package enum InitializationVectorMode: String, CaseIterable, Sendable {
    /// An `IV` attribute for every segment, derived from the key and the segment's place.
    case segment
    /// No `IV` attribute: the media sequence number (RFC 8216bis 5.2).
    case sequence
    /// The IV of the key record, in one `IV` attribute for every key line.
    case constant
}
