/// The IV mode of AES-128 segments (`--iv-mode`).
package enum IVMode: String, CaseIterable, Sendable {
    /// An `IV` attribute for each segment, derived from the key and the location of the segment.
    case segment
    /// No `IV` attribute: the IV is the media sequence number (RFC 8216bis 5.2).
    case sequence
    /// The IV of the key record, in the `IV` attribute of every key line.
    case constant
}
