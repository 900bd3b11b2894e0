package import Ciphers
package import ProtectionTerms

/// The contents of a server's answer to a request.
package struct LicenseAnswer: Sendable {
    /// The content key, of 128 bits.
    let key: ContentKey
    /// The IV of the content.
    let iv: InitializationVector
    /// The time for which the key may be used; sent only if the request has a media playback state.
    let duration: KeyDuration?
    /// The required HDCP level, or nil to send none, which means type 0.
    let hdcp: HDCPLevel?
    /// The terms of an offline key, or nil to send none.
    package let offline: OfflineKeyTerms?

    /// Creates an answer from its parts.
    package init(
        key: ContentKey,
        iv: InitializationVector,
        duration: KeyDuration? = nil,
        hdcp: HDCPLevel? = nil,
        offline: OfflineKeyTerms? = nil
    ) {
        self.key = key
        self.iv = iv
        self.duration = duration
        self.hdcp = hdcp
        self.offline = offline
    }
}
