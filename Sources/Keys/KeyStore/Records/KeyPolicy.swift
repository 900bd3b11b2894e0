/// What a key server should demand for a key.
///
/// Versioned; absent values are not demanded.
package struct KeyPolicy: Hashable, Sendable {
    /// What a policy demands; a new set of terms is a new version.
    package struct Terms: Hashable, Sendable {
        /// Least HDCP level: `none`, `type-0`, `type-1`.
        package var hdcp: String?
        /// Least security level of the client: `audio`, `baseline`, `main`.
        package var securityLevel: String?
        /// Class of the content: `audio`, `sd`, `hd`, `uhd`.
        package var contentType: String?
        /// How long a lease lasts, in seconds.
        package var leaseSeconds: Int?
        /// How long a rental lasts, in seconds.
        package var rentalSeconds: Int?
        /// How long playback may go on once started, in seconds.
        package var playbackSeconds: Int?
        /// FairPlay's id of an offline stream, 1 to 16 bytes in hexadecimal digits.
        package var offlineStreamID: String?
        /// FairPlay's id of an offline title, 1 to 16 bytes in hexadecimal digits.
        package var offlineTitleID: String?

        /// Terms that demand nothing.
        package init() {}
    }

    /// Counts the versions, from 1.
    package let version: Int
    /// What it demands.
    package let terms: Terms

    /// A policy from its parts.
    package init(version: Int, terms: Terms) {
        self.version = version
        self.terms = terms
    }
}

/// The policy of a key before and after a change; nil for none.
package struct PolicyVersions: Sendable {
    package var before: KeyPolicy?
    package var after: KeyPolicy?

    /// A pair from its parts.
    package init(before: KeyPolicy?, after: KeyPolicy?) {
        self.before = before
        self.after = after
    }
}
