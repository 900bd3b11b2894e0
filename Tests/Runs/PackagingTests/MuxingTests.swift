import Failures
import Mezzanines
import Testing

@testable import Packaging
@testable import Presentations

/// The option `--muxed`: transport streams of video include the audio of the same input.
struct MuxingTests {
    private func generate(_ mezzanines: [Mezzanine]) throws -> GeneratedLadder {
        try GeneratedLadder(mezzanines) {
            $0.segmentFormat = .transportStream
            $0.isMuxed = true
        }
    }

    private func movie(_ path: String, _ height: Int, audio: Int = 1) throws -> Mezzanine {
        let sound = try SampleMezzanine.track("h264-aac.mp4", .audio)
        let video = try PresentationGeneratorTests.resized("h264-aac.mp4", height)
        return SampleMezzanine.make(
            path,
            [video] + (0..<audio).map { sound.with(identifier: UInt32(2 + $0)) }
        )
    }

    /// Variants have no audio group, but the codecs of both; the same audio may be in several variants.
    @Test func variantsHaveTheirAudio() throws {
        let ladder = try generate([movie("a.mp4", 720), movie("b.mp4", 360)])
        #expect(try ladder.lines(of: "MEDIA") == [])
        let variants = try ladder.lines(of: "STREAM-INF")
        #expect(variants.count == 2)
        #expect(
            variants.allSatisfy { AudioGroupTests.value("CODECS", in: $0) == "avc1.4d4015,mp4a.40.2" }
        )
        #expect(try ladder.lines(of: "I-FRAME-STREAM-INF").allSatisfy { !$0.contains("mp4a") })
        #expect(Set(ladder.presentation.media.keys.map { $0.components[0] }) == ["video-720p", "video-360p"])
    }

    /// Without video there is nothing into which audio could be muxed.
    @Test func leavesAudioAlone() throws {
        let sound = try SampleMezzanine.track("h264-aac.mp4", .audio)
        let ladder = try generate([SampleMezzanine.make("a.mp4", [sound])])
        #expect(try ladder.lines().last == "audio.m3u8")
    }

    @Test func refusesWhatIsNotTheSame() throws {
        let sound = SampleMezzanine.make("s.mp4", [try SampleMezzanine.track("h264-aac.mp4", .audio)])
        let cases: [([Mezzanine], String)] = [
            (
                [try movie("a.mp4", 720, audio: 2)],
                "--muxed: a.mp4 has 2 selected audio tracks (expected 1)"
            ),
            (
                [try movie("a.mp4", 720), try movie("b.mp4", 360, audio: 0)],
                "--muxed: b.mp4 has 0 selected audio tracks (expected 1)"
            ),
            ([try movie("a.mp4", 720), sound], "--muxed: s.mp4 has audio and no video"),
        ]
        for (mezzanines, message) in cases {
            let error = #expect(throws: RunFailure.self) { try generate(mezzanines) }
            #expect(try #require(error).description.hasPrefix(message))
        }
    }
}
