package import Ciphers
package import ProtectionTerms

/// What a server answers to a request.
package struct LicenseAnswer: Sendable {
    /// The content key, of 128 bits.
    package let key: ContentKey
    /// The content's IV.
    package let iv: InitializationVector
    /// How long the key may be used; only answered to requests with a media playback state.
    package let duration: KeyDuration?
    /// The HDCP level that is required; nil says nothing, which means type 0.
    package let hdcp: HDCPLevel?
    /// The terms of an offline key.
    package let offline: OfflineKeyTerms?

    /// An answer of its parts.
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
