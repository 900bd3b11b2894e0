import Bitstreams
import Failures
import HLSPlaylists
import ISOBaseMedia
import Mezzanines
import ProtectionTerms
import Testing

@testable import Packaging
@testable import Presentations

/// Attributes of variants that follow from the video and from the request.
struct VideoAttributeTests {
    static func description(_ name: String, _ edit: (inout BoxNode) -> Void) throws -> VideoDescription {
        let source = try SampleMezzanine.track(name, .video)
        let track = source.with(format: source.format.with(edit))
        return try VideoDescription(
            LadderTrack(input: PackagingInput(path: name), source: track, origin: 0),
            .fragmentedMP4
        )
    }

    static func colour(_ type: String, _ transfer: UInt8) -> BoxNode {
        BoxNode("colr", fields: Array(type.utf8) + [0, 9, 0, transfer, 0, 9, 0])
    }

    /// The width is the coded width times the sample aspect ratio, that is, the display width.
    @Test(
        arguments: [
            (1, 1, 426), (4, 3, 568), (2, 1, 852), (1, 2, 213), (0, 1, 426), (1, 0, 426),
            (0xFFFF_FFFF, 1, 426),
        ] as [(UInt32, UInt32, UInt64)]
    )
    func resolutionHasThePixelAspect(horizontal: UInt32, vertical: UInt32, width: UInt64) throws {
        let video = try Self.description("h264-aac.mp4") { entry in
            entry.children.removeAll { $0.type == "pasp" }
            entry.children.append(
                BoxNode("pasp", fields: [UInt8](bigEndian: horizontal) + [UInt8](bigEndian: vertical))
            )
        }
        #expect(video.resolution == Resolution(width: width, height: 240))
    }

    /// 426 pixels of 4:3 are as wide as 568 square ones, and the linter accepts that.
    @Test func anamorphicVideoIsSaidAsItIsShown() throws {
        let source = try SampleMezzanine.track("h264-aac.mp4", .video)
        let format = source.format.with { entry in
            entry.children.removeAll { $0.type == "pasp" }
            entry.children.append(BoxNode("pasp", fields: [0, 0, 0, 4, 0, 0, 0, 3]))
        }
        let ladder = try GeneratedLadder([SampleMezzanine.make("v.mp4", [source.with(format: format)])])
        #expect(
            try ladder.lines(of: "STREAM-INF").map { AudioGroupTests.value("RESOLUTION", in: $0) } == [
                "568x240"
            ]
        )
        #expect(try ladder.findings() == [])
    }

    /// transfer_characteristics of ITU-T H.273 table 3.
    @Test(
        arguments: [
            ("nclx", 1, .sdr), ("nclx", 16, .pq), ("nclx", 18, .hlg), ("nclc", 16, .pq), ("nclx", 14, .sdr),
            ("prof", 16, .sdr),
        ] as [(String, UInt8, StreamInformation.VideoRange)]
    )
    func rangeIsOfTheColours(type: String, transfer: UInt8, range: StreamInformation.VideoRange) throws {
        let video = try Self.description("hevc-aac.mp4") { entry in
            entry.children.removeAll { $0.type == "colr" }
            entry.children.append(Self.colour(type, transfer))
        }
        #expect(video.range == range)
    }

    /// Profile 5 is PQ without a base; profile 8 has its base in CODECS and itself in SUPPLEMENTAL-CODECS
    /// (Dolby Vision streams within HLS).
    @Test(
        arguments: [
            (5, 0, "dvh1", 1, "dvh1.05.03", nil, .pq),
            (8, 1, "hvc1", 16, "hvc1", "dvh1.08.03/db1p", .pq),
            (8, 4, "hvc1", 18, "hvc1", "dvh1.08.03/db4h", .hlg),
            (8, 2, "hvc1", 1, "hvc1", "dvh1.08.03/db2g", .sdr),
            // With compatibility ID 0 there is no base for other players, so this is not a supplement.
            (8, 0, "hvc1", 16, "hvc1", nil, .pq),
        ] as [(UInt8, UInt8, String, UInt8, String, String?, StreamInformation.VideoRange)]
    )
    func dolbyVision(
        profile: UInt8,
        compatibility: UInt8,
        entryType: String,
        transfer: UInt8,
        codecs: String,
        supplemental: String?,
        range: StreamInformation.VideoRange
    ) throws {
        let video = try Self.description("hevc-aac.mp4") { entry in
            entry.type = entryType == "dvh1" ? "dvh1" : "hvc1"
            entry.children.removeAll { $0.type == "colr" }
            entry.children.append(Self.colour("nclx", transfer))
            // Version 1.0; 7 bits of profile, 6 of level 3, RPU and base layer; 4 bits of compatibility.
            let word = UInt16(profile) << 9 | 3 << 3 | 0b101
            let fields =
                [1, 0] + [UInt8](bigEndian: word) + [compatibility << 4] + [UInt8](repeating: 0, count: 19)
            entry.children.append(BoxNode(profile == 5 ? "dvcC" : "dvvC", fields: fields))
        }
        #expect(video.codecs.hasPrefix(codecs))
        #expect(video.supplementalCodecs == supplemental)
        #expect(video.range == range)
        #expect(video.family == "dolby-vision")
    }

    /// Returns renditions of different sizes with the same samples.
    static func ladder(_ heights: [Int], _ edit: (inout PackagingRequest) -> Void = { _ in }) throws
        -> GeneratedLadder
    {
        let mezzanines = try heights.enumerated().map { index, height in
            SampleMezzanine.make(
                "v\(index).mp4",
                [try PresentationGeneratorTests.resized("h264-aac.mp4", height)]
            )
        }
        return try GeneratedLadder(mezzanines, edit)
    }

    /// HDCP-LEVEL by class (`--key-per`) and by rendition name; the name has priority.
    @Test func levelsAreOfClassesAndNames() throws {
        let ladder = try Self.ladder([360, 720, 1080, 2160]) {
            $0.hdcpLevels = ["hd": .type0, "uhd": .type1, "video-720p": .unprotected]
        }
        let levels = try ladder.lines(of: "STREAM-INF").map { AudioGroupTests.value("HDCP-LEVEL", in: $0) }
        #expect(levels == ["", "NONE", "TYPE-0", "TYPE-1"])
        let iFrames = try ladder.lines(of: "I-FRAME-STREAM-INF").map {
            AudioGroupTests.value("HDCP-LEVEL", in: $0)
        }
        #expect(iFrames == levels)
        #expect(ladder.presentation.warnings == [])
    }

    @Test func saysThatEveryVariantNeedsHDCP() throws {
        let ladder = try Self.ladder([1080]) { $0.hdcpLevels = ["hd": .type0] }
        #expect(ladder.presentation.warnings.count == 1)
        #expect(ladder.presentation.warnings.first?.hasPrefix("--hdcp: every variant requires HDCP") == true)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout PackagingRequest) -> Void

        init(_ message: String, _ edit: @escaping @Sendable (inout PackagingRequest) -> Void) {
            (testDescription, self.edit) = (message, edit)
        }
    }

    @Test(
        arguments: [
            Refusal("--hdcp: 4k is neither a class nor a rendition") { $0.hdcpLevels = ["4k": .type0] },
            Refusal("--allowed-cpc: the value is malformed") { $0.allowedContentProtection = "AppleMain" },
            Refusal("--allowed-cpc: the value is malformed") { $0.allowedContentProtection = "com.x:A," },
            Refusal("--allowed-cpc: the value is malformed") { $0.allowedContentProtection = "com.x:A//B" },
            Refusal("--allowed-cpc: the value is malformed") { $0.allowedContentProtection = "com.x:\"" },
            Refusal("--start-offset: the start is outside of the presentation") {
                $0.startOffset = MediaTime(ticks: 5, timescale: 1)
            },
            Refusal("--start-offset: the start is outside of the presentation") {
                $0.startOffset = MediaTime(ticks: -5, timescale: 1)
            },
            Refusal("--muxed: fragmented MP4 has audio and video in files of their own") {
                $0.isMuxed = true
            },
        ]
    )
    func refusesOptions(item: Refusal) throws {
        let error = #expect(throws: RunFailure.self) { try Self.ladder([1080], item.edit) }
        #expect(try #require(error).description.hasPrefix(item.testDescription))
    }

    @Test func writesPolicyAndStart() throws {
        let ladder = try Self.ladder([360]) {
            $0.allowedContentProtection = "com.apple.streamingkeydelivery:AppleMain/Main,com.x:"
            $0.startOffset = MediaTime(ticks: -3_003, timescale: 1_000)
        }
        #expect(try ladder.lines().contains("#EXT-X-START:TIME-OFFSET=-3.003000"))
        for tag in ["STREAM-INF", "I-FRAME-STREAM-INF"] {
            let line = try #require(ladder.lines(of: tag).first)
            #expect(
                AudioGroupTests.value("ALLOWED-CPC", in: line)
                    == "com.apple.streamingkeydelivery:AppleMain/Main,com.x:"
            )
        }
        let systems = ["identity", "com.apple.streamingkeydelivery", "com.x", "com.y"]
        let exclusions = ContentPolicy.exclusionWarnings(
            allowed: "com.apple.streamingkeydelivery:AppleMain/Main,com.x:",
            keyFormats: systems
        )
        #expect(exclusions.map { $0.contains("com.x") } == [true, false])
        #expect(exclusions.count == 2)
    }

    /// Names have the height, the codec if there are several, and if still equal, bitrate and number.
    @Test func namesAreOfWhatRenditionsAre() throws {
        #expect(try Self.names(Self.ladder([1080, 720])) == ["video-1080p", "video-720p"])
        // 4 s of the same samples: the bitrate is equal, too.
        let equal = try Self.names(Self.ladder([720, 720, 360]))
        #expect(equal[2] == "video-360p")
        #expect(equal[0].hasPrefix("video-720p-") && equal[0].hasSuffix("k"))
        #expect(equal[1] == equal[0] + "-2")
        let hevc = try SampleMezzanine.read("hevc-aac.mp4")
        let both = try GeneratedLadder(
            [
                PackagingInput("h264-aac.mp4") { $0.selection = .video },
                PackagingInput("hevc-aac.mp4") { $0.selection = .video },
            ],
            [SampleMezzanine.read("h264-aac.mp4"), hevc]
        )
        #expect(try Self.names(both) == ["video-avc-240p", "video-hevc-240p"])
        #expect(try both.findings() == [])
    }

    private static func names(_ ladder: GeneratedLadder) throws -> [String] {
        try ladder.lines().filter { $0.hasPrefix("video") }.map { String($0.dropLast(5)) }
    }

    /// Codecs that the container cannot carry are refused before the segmenter runs.
    @Test(arguments: [TrackFormat.Codec.hevc, .av1, .opus, .flac, .alac])
    func transportStreamsCarryLess(codec: TrackFormat.Codec) throws {
        let content: SourceTrack.Content = [.hevc, .av1].contains(codec) ? .video : .audio
        let source = try SampleMezzanine.track("h264-aac.mp4", content)
        let mezzanine = SampleMezzanine.make("a.mp4", [source.with(format: source.format.with(codec: codec))])
        let error = #expect(throws: RunFailure.self) {
            try GeneratedLadder([mezzanine]) { $0.segmentFormat = .transportStream }
        }
        let text = try #require(error).description
        #expect(text.hasPrefix("a.mp4 track \(source.identifier): MPEG-TS in HLS cannot carry "))
        #expect(text.hasSuffix(". Use --segment-format fmp4."))
    }
}
