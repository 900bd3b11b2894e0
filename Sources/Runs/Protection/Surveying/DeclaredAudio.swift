import Presentations
import SampleEncryption

/// The extensions of AAC that playlists declare and ADTS frames do not: SBR and PS.
enum DeclaredAudio {
    private static let types: [String: AudioSetupInformation.AudioType] = [
        "mp4a.40.2": .zaac, "mp4a.40.5": .zach, "mp4a.40.29": .zacp,
    ]

    /// Returns the declared audio type of a rendition, or nil if the playlists declare none or several.
    static func type(of role: RenditionRole) -> AudioSetupInformation.AudioType? {
        guard role.audioCodecs.count == 1 else { return nil }
        return role.audioCodecs.first.flatMap { types[$0] }
    }
}
