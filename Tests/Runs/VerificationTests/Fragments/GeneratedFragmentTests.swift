import Failures
import KeyStore
import Presentations
import Protection
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Fragmented MP4 of all codecs and forms, protected for all key systems of a method, and verified.
struct GeneratedFragmentTests {
    private static func options(
        _ method: ProtectionMethod,
        rotation: Duration? = nil
    ) -> ProtectionOptions {
        ProtectionOptions(
            rotation: rotation,
            method: method,
            systems: method == .sampleAES
                ? [.fairPlay, .widevine, .playReady] : [.widevine, .playReady, .identity]
        )
    }

    private static func lines(_ title: Title, _ name: String, _ start: String) throws -> [String] {
        try title.text("out/" + name).split(separator: "\n").map(String.init).filter { $0.hasPrefix(start) }
    }

    /// Faults of the source are warnings; nothing else is found.
    @Test(arguments: GeneratedFragments.allCases, [ProtectionMethod.sampleAES, .sampleAESCTR])
    func holds(_ stream: GeneratedFragments, method: ProtectionMethod) throws {
        var options = Self.options(method)
        options.policy.allowsPartialProtection = stream == .crowded
        let title = try Title(fragments: stream, options)
        let hasFaults = stream == .referenceTimes
        let alone = try title.verify()
        #expect(alone.summaries.isEmpty || hasFaults, "\(alone.findings.map(\.text))")
        #expect(alone.holds != hasFaults)
        let compared = try title.verifyAgainstSource()
        #expect(compared.holds)
        #expect(compared.summaries.isEmpty || hasFaults, "\(compared.findings.map(\.text))")
        #expect(try Self.lines(title, "multivariant.m3u8", "#EXT-X-SESSION-KEY:").count == 3)
        for rendition in compared.renditions {
            let keys = try Self.lines(title, rendition.playlist, "#EXT-X-KEY:")
            let isText = ["text", "wvtt", "stpp"].contains { rendition.playlist.hasPrefix($0) }
            #expect((rendition.encrypted == 0) == isText, "\(rendition.playlist)")
            #expect(keys.filter { $0.contains("KEYFORMAT") || $0.contains("URI=") }.count == (isText ? 0 : 3))
        }
    }

    /// FairPlay clients decrypt all slices of a picture, other clients only as many as `saiz` can count.
    ///
    /// Without `--drm` the key URI determines the key system.
    @Test(
        arguments: [
            ([.fairPlay], "skd://{content_id}", true), (nil, "skd://{content_id}", true),
            (nil, "https://keys.example.com/{content_id}", false),
            ([.widevine, .fairPlay], "skd://{content_id}", true),
            ([.widevine, .playReady], "skd://{content_id}", false),
        ] as [([KeySystem]?, String, Bool)]
    )
    func partialProtectionIsNotForFairPlay(systems: [KeySystem]?, keyURI: String, isRefused: Bool) throws {
        let options = ProtectionOptions(keyURI: keyURI, method: .sampleAES, systems: systems)
        let title = try Title()
        guard isRefused else {
            let report = try title.protect(GeneratedFragments.crowded.playlist(), options)
            #expect(report.warnings.contains { $0.contains("stay clear") })
            return
        }
        let error = try #require(throws: RunFailure.self) {
            try title.protect(GeneratedFragments.crowded.playlist(), options)
        }
        #expect(error.failureClass == .malformed)
        #expect(error.problem.contains(/of [1-9][0-9]* pictures? would stay clear/))
        #expect(error.description.contains("--allow-partial-protection"))
        #expect(try title.store.records(of: ContentID("movie-42")).isEmpty)
    }

    /// A different key for each initialization section and every two seconds.
    @Test(arguments: [GeneratedFragments.sections, .indexesBetween, .hevc, .av1Tiles])
    func holdsWithSeveralKeys(_ stream: GeneratedFragments) throws {
        let title = try Title(fragments: stream, Self.options(.sampleAES, rotation: .seconds(2)))
        let report = try title.verifyAgainstSource()
        #expect(report.summaries == [])
        #expect(report.renditions.allSatisfy { $0.encrypted > 0 })
    }

    /// Text stays clear, in files and in fragments.
    @Test(arguments: [
        (GeneratedFragments.demuxed, ["text/segment0.vtt", "text/segment1.vtt"]),
        (.timedText, ["wvtt/init.mp4", "wvtt/segment0.m4s", "stpp/init.mp4", "stpp/segment1.m4s"]),
    ])
    func textStaysClear(_ stream: GeneratedFragments, _ files: [String]) throws {
        let title = try Title(fragments: stream, Self.options(.sampleAES))
        for file in files { #expect(try title.read("out/" + file) == title.clearBytes(file), "\(file)") }
    }

    /// Indexes between ranges go into the result, and their references are checked.
    @Test func indexesBetweenRanges() throws {
        let title = try Title(fragments: .indexesBetween, Self.options(.sampleAES))
        let name = try #require(try Self.lines(title, "index.m3u8", "").first { !$0.hasPrefix("#") })
        #expect(BoxRanges(try title.read("out/" + name)).all("sidx").count == 4)
        // The low byte of the only size, after version, IDs, and times and counts of 32 or 64 bits.
        let index = try BoxRanges(try title.read("out/" + name)).body("sidx", 1)
        let version = try title.read("out/" + name)[index.lowerBound]
        try title.change("out/" + name, "sidx", 1, at: (version == 0 ? 24 : 32) + 3) { $0 &+= 4 }
        for report in [try title.verify(), try title.verifyAgainstSource()] {
            #expect(report.findings.filter(\.isError).map(\.rule) == [.stream])
        }
    }
}
