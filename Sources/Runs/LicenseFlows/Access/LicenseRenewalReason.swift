import Ciphers
import LicenseMessages

/// A reason for which a device requests a license again during playback (step R12).
enum LicenseRenewalReason: CaseIterable {
    /// The lease will end soon.
    case renewal
    /// Playback moves to AirPlay.
    case airPlay
    /// The app returns from the background.
    case background
    /// A second player starts on the device, as in picture in picture.
    case secondPlayer

    /// The result of the request.
    enum Answer {
        case license(OpenedLicense)
        /// No license, with the reason.
        case none(String)

        /// The license, or nil if there is none.
        var license: OpenedLicense? {
            if case .license(let license) = self { license } else { nil }
        }
    }

    /// The playback state in the SPC.
    var state: PlaybackState {
        switch self {
        case .renewal, .airPlay, .background: .playingAndKeyNeeded
        case .secondPlayer: .readyToStart
        }
    }

    /// The streaming indicator in the SPC.
    var indicator: StreamingIndicator { self == .airPlay ? .airPlay : .device }

    /// The reason as a phrase for messages.
    var description: String {
        switch self {
        case .renewal: "while it is played"
        case .airPlay: "for AirPlay"
        case .background: "after a return from the background"
        case .secondPlayer: "for picture in picture"
        }
    }
}
