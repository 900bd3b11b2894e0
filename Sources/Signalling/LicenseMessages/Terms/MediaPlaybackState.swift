import Bitstreams

/// The media playback state of an SPC; without it a server sends no key duration.
package struct MediaPlaybackState: Hashable, Sendable {
    static let byteCount = 16

    /// When the request was made, in seconds since 1970.
    package let creationDate: UInt32
    /// What the device is doing.
    package let state: PlaybackState
    /// The playback session.
    package let sessionID: UInt64

    /// A state of its parts.
    package init(creationDate: UInt32, state: PlaybackState, sessionID: UInt64) {
        self.creationDate = creationDate
        self.state = state
        self.sessionID = sessionID
    }

    /// Reads the 16 bytes of a value.
    init(value: [UInt8]) {
        creationDate = UInt32(bigEndianBytes: value[0..<4])
        state = PlaybackState(rawValue: UInt32(bigEndianBytes: value[4..<8]))
        sessionID = UInt64(bigEndianBytes: value[8..<16])
    }

    /// The 16 bytes of a value.
    var value: [UInt8] {
        [UInt8](bigEndian: creationDate) + [UInt8](bigEndian: state.rawValue) + [UInt8](bigEndian: sessionID)
    }
}
