import Ciphers
import LicenseMessages

/// A request for a license while its key is played already, and what comes of it (R12).
enum LaterLicense: CaseIterable {
    /// Before a lease ends.
    case renewal
    /// For AirPlay.
    case airPlay
    /// After a while in the background.
    case background
    /// For a second player on the device, as in picture in picture.
    case secondPlayer

    /// What came of it.
    enum Answer {
        case license(OpenedLicense)
        /// No license, and why.
        case none(String)

        /// The license.
        var license: OpenedLicense? {
            if case .license(let license) = self { license } else { nil }
        }
    }

    /// What the device is doing.
    var state: PlaybackState {
        switch self {
        case .renewal, .airPlay, .background: .playingAndKeyNeeded
        case .secondPlayer: .readyToStart
        }
    }

    /// Where pictures are shown.
    var indicator: StreamingIndicator { self == .airPlay ? .airPlay : .device }

    /// The occasion, for people.
    var words: String {
        switch self {
        case .renewal: "while it is played"
        case .airPlay: "for AirPlay"
        case .background: "back from the background"
        case .secondPlayer: "for picture in picture"
        }
    }
}
