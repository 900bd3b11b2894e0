import Testing

/// `inspect --media`: measurements of the media beside the statements of the playlists.
struct InspectMeasuredTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: Sample.all)
    func `Sizes are those of the files`(sample: Sample) throws {
        let playlist = try workspace.copy(sample)
        let outcome = try workspace.fairlead("inspect", playlist, "--media", "--format", "json").succeeds()
        let report = try outcome.json(InspectionReport.self)
        #expect(report.findings?.filter { $0.severity == "error" }.map(\.message) == [])
        for media in report.media {
            let measured = try #require(media.measured)
            #expect(measured.segments.count == media.segments.count)
            #expect(measured.segments.allSatisfy { $0.failure == nil && ($0.bytes ?? 0) > 0 })
            #expect(measured.bytes == measured.segments.reduce(0) { $0 + ($1.bytes ?? 0) })
        }
    }

    /// The expected sizes are those of `ls -l`, codecs and pictures those of `ffprobe`.
    @Test func `A transport stream`() throws {
        let report = try workspace.fairlead(
            "inspect",
            Sample.transportStream.path,
            "--media",
            "--format",
            "json"
        ).json(InspectionReport.self)
        let media = try #require(report.media.first { $0.playlist == "video/240p/index.m3u8" })
        let measured = try #require(media.measured)
        #expect(measured.container == "mpeg-ts")
        #expect(measured.codecs == ["avc1.4d4015"])
        #expect(measured.resolution == "426x240")
        #expect(measured.segments.map(\.duration) == [4, 4, 4])
        #expect(measured.segments.map(\.startsWithKeyFrame) == [true, true, true])
        let audio = report.media.first { $0.playlist == "audio/en/index.m3u8" }?.measured
        #expect(audio?.container == "packed-audio")
        #expect(audio?.codecs == ["mp4a.40.2"])
    }

    /// With AES-128 only sizes are known; a missing file is reported, and the command succeeds.
    @Test func `Encrypted and missing media`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.remove("out/8.aac")
        let report = try workspace.inspection(of: "out/index.m3u8", "--media")
        let segments = try #require(report.media.first?.measured).segments
        #expect(segments.map { $0.failure != nil } == [false, true, false, false])
        #expect(segments.map(\.duration) == [nil, nil, nil, nil])
        #expect(segments.map { ($0.bytes ?? 0) % 16 } == [0, 0, 0, 0])
        let text = try workspace.fairlead("inspect", workspace.path("out/index.m3u8"), "--media").succeeds()
        #expect(text.text.contains("segment 1: "))
    }

    /// Only measuring finds media that contradict their playlist.
    @Test func `A bitrate that the media exceed`() throws {
        let playlist = try workspace.copy(.transportStream)
        try workspace.edit("in/multivariant.m3u8", "BANDWIDTH=125000", "BANDWIDTH=50000")
        let blind = try workspace.fairlead("inspect", playlist, "--format", "json")
            .json(InspectionReport.self)
        let found = try workspace.fairlead("inspect", playlist, "--media", "--format", "json")
            .json(InspectionReport.self)
        let rules = Set(try #require(blind.findings).map(\.rule))
        let more = try #require(found.findings).filter { !rules.contains($0.rule) }
        #expect(more.contains { $0.line == 8 && $0.measured != nil && $0.allowed != nil }, "\(more)")
    }
}
