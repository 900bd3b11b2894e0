/// What a key server should demand for a key.
///
/// Versioned; absent values are not demanded.
package struct KeyPolicy: Hashable, Sendable {
    /// Counts the versions, from 1.
    package let version: Int
    /// Least HDCP level.
    package let hdcp: String?
    /// Least security level of the client.
    package let securityLevel: String?
    /// Class of the content: `audio`, `sd`, `hd`, `uhd`.
    package let contentType: String?
    /// How long a lease lasts, in seconds.
    package let leaseSeconds: Int?
    /// How long a rental lasts, in seconds.
    package let rentalSeconds: Int?
    /// How long playback may go on once started, in seconds.
    package let playbackSeconds: Int?
    /// FairPlay's id of an offline stream.
    package let offlineStreamID: String?
    /// FairPlay's id of an offline title.
    package let offlineTitleID: String?
}
