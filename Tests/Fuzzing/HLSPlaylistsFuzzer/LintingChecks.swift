import HLSPlaylists
import PlaylistLinting

/// Lints lenient readings of a document, alone and as part of a tree.
///
/// Findings have to be on existing lines and to be the same on a second run.
func checkLinting(_ document: PlaylistDocument) {
    let media = MediaPlaylist.reading(document, variables: VariableScope(["q": "1"]))
    let multivariant = MultivariantPlaylist.reading(document)
    let lines = 1...document.lines.count
    for problem in media.problems + multivariant.problems {
        precondition(problem.line == 0 || lines.contains(problem.line), "a problem is on a line that exists")
    }
    let references = multivariant.playlist.variants.map(\.line) + multivariant.playlist.renditions.map(\.line)
    var measurement = MediaMeasurement(segmentCount: media.playlist.segments.count)
    for index in measurement.segments.indices {
        measurement.segments[index].byteCount = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        measurement.segments[index].duration = .milliseconds(index % 7000)
        measurement.segments[index].startsWithKeyFrame = index % 2 == 0
    }
    measurement.codecs = ["avc1.640020", "mp4a.40.2"]
    measurement.resolution = Resolution(width: 1280, height: 720)
    measurement.frameRate = 25
    let child = LintInput.Media(
        name: "child",
        reading: media,
        references: references,
        measurement: measurement
    )
    let alone = LintInput.Media(name: "alone", reading: media)
    let subjects = [
        LintInput(name: "alone", multivariant: nil, media: [alone]),
        LintInput(name: "top", multivariant: multivariant, media: []),
        LintInput(name: "top", multivariant: multivariant, media: [child]),
    ]
    for subject in subjects {
        let findings = PlaylistLinter.findings(subject)
        precondition(
            findings.allSatisfy { $0.line.map(lines.contains) ?? true },
            "a finding is on a line that exists"
        )
        precondition(
            findings == PlaylistLinter.findings(subject),
            "the same playlists have the same findings"
        )
    }
}
