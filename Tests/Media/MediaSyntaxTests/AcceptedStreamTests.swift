import MediaProbing
import MediaSyntax
import Testing

struct AcceptedStreamTests {
    @Test(arguments: [1, 7, 188, 4096, 1 << 20])
    func takesWhatFFmpegMakesInAnyChunks(size: Int) throws {
        for sample in try SampleStreams.all() {
            let verdict = shape(of: sample.bytes, chunk: size, expecting: sample.expectation)
            #expect(verdict.fault == nil, "\(sample)")
            #expect(verdict.kind == sample.kind, "\(sample)")
            #expect(verdict == shape(of: sample.bytes, expecting: sample.expectation), "\(sample)")
        }
    }

    @Test func knowsTheOrderOfSegments() throws {
        let first = try #require(shape(of: SampleStreams.named("fmp40.m4s").bytes).start)
        let second = try #require(shape(of: SampleStreams.named("fmp41.m4s").bytes).start)
        #expect(second.canFollow(first))
        #expect(!first.canFollow(second))
    }

    @Test func readsTheTimestampOfPackedAudio() throws {
        let sample = try SampleStreams.named("aac with timestamp")
        let audio = try #require(shape(of: sample.bytes, expecting: sample.expectation).start)
        // The first cue is one second in, at 990000; the audio at 900000.
        let text = try #require(shape(of: try SampleStreams.named("webvtt").bytes).start)
        #expect(text.canFollow(audio))
        #expect(!audio.canFollow(text))
    }

    @Test func asksForTimestampsOnlyWhenTold() throws {
        let sample = try SampleStreams.named("ac3")
        let fault = shape(of: sample.bytes, expecting: ExpectedSyntax(requiresTimestampTag: true)).fault
        #expect(fault?.offset == 0)
    }

    @Test func takesCutRangesOfIFramePlaylists() throws {
        let expectation = ExpectedSyntax(role: .iFrameRange)
        let fragment = try SampleStreams.named("fmp40.m4s").bytes
        #expect(shape(of: fragment.dropLast(100).map { $0 }, expecting: expectation).fault == nil)
        #expect(shape(of: fragment.dropLast(100).map { $0 }).fault != nil)
        let transport = try SampleStreams.named("ts avc aac").bytes
        #expect(shape(of: Array(transport.dropFirst(10 * 188)), expecting: expectation).fault == nil)
    }

    @Test(arguments: ExpectedSyntax.Role.all)
    func findsNothingInNothing(role: ExpectedSyntax.Role) {
        let verdict = shape(of: [], expecting: ExpectedSyntax(role: role))
        #expect(verdict.fault?.offset == 0)
        #expect(verdict.kind == .unknown)
    }

    @Test func takesNoMediaForAMapSection() throws {
        let expectation = ExpectedSyntax(role: .initializationSection)
        for name in ["aac", "webvtt", "fmp40.m4s"] {
            #expect(
                shape(of: try SampleStreams.named(name).bytes, expecting: expectation).fault != nil,
                "\(name)"
            )
        }
        let tables = try SampleStreams.named("ts avc aac").bytes.prefix(3 * 188)
        #expect(shape(of: Array(tables), expecting: expectation).fault == nil)
    }
}

extension ExpectedSyntax.Role {
    static let all: [ExpectedSyntax.Role] = [.mediaSegment, .initializationSection, .iFrameRange]
}
