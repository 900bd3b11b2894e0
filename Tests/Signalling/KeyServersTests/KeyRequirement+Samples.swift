import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms

extension KeyRequirement {
    /// Creates the requirement of packaging for a track of a title.
    init(
        _ contentID: String = "movie",
        _ track: String = "all",
        period: Int = 0,
        _ media: [Media] = [.video(pixels: nil), .audio(channels: nil)],
        method: ProtectionMethod = .sampleAES
    ) throws {
        self.init(identity: try KeyIdentity(contentID, track, period: period), media: media, method: method)
    }

    /// Returns a requirement for each class, as for `--key-per type`.
    static func classes() throws -> [KeyRequirement] {
        [
            try KeyRequirement("movie", "audio", [.audio(channels: nil)]),
            try KeyRequirement("movie", "hd", [.video(pixels: 589_825...2_073_600)]),
            try KeyRequirement("movie", "sd", [.video(pixels: 1...589_824)]),
            try KeyRequirement("movie", "uhd", [.video(pixels: 2_073_601...Int.max)]),
        ]
    }
}

/// Ids of keys and of key systems.
enum IDs {
    static let first = id("11111111-1111-4111-8111-111111111111")
    static let second = id("22222222-2222-4222-8222-222222222222")
    static let third = id("33333333-3333-4333-8333-333333333333")
    static let fairPlay = id("94ce86fb-07ff-4f43-adb8-93d2fa968ca2")
    static let widevine = id("edef8ba9-79d6-4ace-a3c8-27dcd51d21ed")
    static let playReady = id("9a04f079-9840-4286-ab92-e65be0885f95")
    static let clear = id("3ea8778f-7742-4bf9-b18b-e834b2acbd47")

    static func id(_ text: String) -> UUID {
        guard let id = UUID(uuidString: text) else { fatalError(text) }
        return id
    }
}
