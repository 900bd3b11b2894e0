import Bitstreams

/// The media playback state of an SPC.
///
/// If a request has none, the server's answer has no key duration.
package struct MediaPlaybackState: Hashable, Sendable {
    static let byteCount = 16

    /// The time of the request, in seconds since 1970.
    package let creationDate: UInt32
    /// The state of the device's playback.
    package let state: PlaybackState
    /// The id of the playback session.
    let sessionID: UInt64

    /// Creates a state from its parts.
    package init(creationDate: UInt32, state: PlaybackState, sessionID: UInt64) {
        self.creationDate = creationDate
        self.state = state
        self.sessionID = sessionID
    }

    /// Reads a value of 16 bytes.
    init(value: [UInt8]) {
        creationDate = UInt32(bigEndianBytes: value[0..<4])
        state = PlaybackState(rawValue: UInt32(bigEndianBytes: value[4..<8]))
        sessionID = UInt64(bigEndianBytes: value[8..<16])
    }

    /// The value of 16 bytes.
    var value: [UInt8] {
        [UInt8](bigEndian: creationDate) + [UInt8](bigEndian: state.rawValue) + [UInt8](bigEndian: sessionID)
    }
}
