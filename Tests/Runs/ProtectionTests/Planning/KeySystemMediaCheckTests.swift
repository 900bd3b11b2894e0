import CommonEncryption
import Failures
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Key systems combined with media formats that their clients cannot decrypt.
struct KeySystemMediaCheckTests {
    private func check(_ systems: [KeySystem]?, _ formats: [SurveyedFormat?]) throws {
        let names = formats.indices.map { "\($0).bin" }
        let tree = try TreeFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(names.flatMap { ["#EXTINF:6,", $0] })],
            media: Dictionary(uniqueKeysWithValues: names.map { ($0, 16) })
        )
        let layout = try MediaLayoutBuilder.layout(of: try tree.presentation())
        var survey = SampleSurvey.none
        for (index, format) in formats.enumerated() { survey.formats[index] = format }
        var policy = ProtectionPolicy.sampleAES()
        policy.keySystems = systems
        try KeySystemMediaCheck.check(policy, layout, survey)
    }

    @Test(arguments: [[KeySystem.widevine], [.fairPlay, .playReady], [.identity, .widevine, .playReady]])
    func transportStreamsAreRefused(systems: [KeySystem]) throws {
        let refused = try #require(systems.first { $0.requiresFragmentedMP4 })
        let error = try #require(throws: RunFailure.self) {
            try check(systems, [nil, .transportStream(try SampleFormats.tables())])
        }
        #expect(error.location?.hasSuffix(": 1.bin") == true)
        #expect(error.problem == "a key of \(refused) is for fragmented MP4 only")
        #expect(error.found == "got a transport stream")
        #expect(error.failureClass == .malformed)
        #expect(error.description.contains("main.m3u8:") && error.description.contains("--drm"))
    }

    @Test(arguments: [nil, [KeySystem.fairPlay], [.identity, .fairPlay]])
    func othersMayStandOverTransportStreams(systems: [KeySystem]?) throws {
        try check(systems, [.transportStream(try SampleFormats.tables())])
    }

    @Test func textDecidesNothing() throws {
        try check([.widevine], [nil, nil])
    }
}
