import KeyStore
import Testing

@testable import KeyServers

struct EncryptionContractTests {
    /// The names of the presets are those in AWS's conformance suite of SPEKE v2.
    @Test(
        arguments: [
            ([.video(pixels: nil), .audio(channels: nil)], "ALL"),
            ([.audio(channels: nil), .video(pixels: nil)], "ALL"),
            ([.video(pixels: nil)], "VIDEO"),
            ([.audio(channels: nil)], "AUDIO"),
            ([.video(pixels: 1...589_824)], "SD"),
            ([.video(pixels: 589_825...2_073_600)], "HD"),
            ([.video(pixels: 2_073_601...Int.max)], "UHD"),
            ([.video(pixels: 921_600...921_600)], "VIDEO"),
            ([.video(pixels: 1...589_824), .video(pixels: 589_825...2_073_600)], "SD+HD"),
            ([.video(pixels: 1...589_824), .audio(channels: nil)], "SD+AUDIO"),
            ([.audio(channels: 1...2)], "STEREO_AUDIO"),
            ([.audio(channels: 3...Int.max)], "MULTICHANNEL_AUDIO"),
            ([.audio(channels: 3...6)], "MULTICHANNEL_AUDIO_3_6"),
            ([.audio(channels: 7...Int.max)], "MULTICHANNEL_AUDIO_7"),
        ] as [([KeyRequirement.Media], String)]
    )
    func namesTypes(_ media: [KeyRequirement.Media], _ type: String) throws {
        #expect(EncryptionContract([try KeyRequirement("movie", "track", media)]).types == [type])
    }

    @Test func tellsKeysForTheSameMediaApart() throws {
        let contract = EncryptionContract([
            try KeyRequirement("movie", "v1", [.video(pixels: nil)]),
            try KeyRequirement("movie", "a+b", [.video(pixels: nil)]),
            try KeyRequirement("movie", "sound", [.audio(channels: nil)]),
            try KeyRequirement("movie", "m1", [.video(pixels: nil), .audio(channels: nil)]),
            try KeyRequirement("movie", "m2", [.video(pixels: nil), .audio(channels: nil)]),
        ])
        #expect(contract.types == ["v1", "a_b", "AUDIO", "m1-1+m1-2", "m2-1+m2-2"])
    }

    @Test func repeatsTypesInOtherPeriods() throws {
        let contract = EncryptionContract([
            try KeyRequirement("movie", "all", period: 0), try KeyRequirement("movie", "all", period: 1),
        ])
        #expect(contract.types == ["ALL", "ALL"])
    }
}
