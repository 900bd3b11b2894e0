import Presentations
import SampleEncryption

/// What playlists say of AAC, which ADTS frames do not: whether it is extended by SBR, and by PS.
enum DeclaredAudio {
    private static let types: [String: AudioSetupInformation.AudioType] = [
        "mp4a.40.2": .zaac, "mp4a.40.5": .zach, "mp4a.40.29": .zacp,
    ]

    /// The type of the audio of a rendition; nil when the playlists say nothing or several things.
    static func type(of role: RenditionRole) -> AudioSetupInformation.AudioType? {
        guard role.audioCodecs.count == 1 else { return nil }
        return role.audioCodecs.first.flatMap { types[$0] }
    }
}
