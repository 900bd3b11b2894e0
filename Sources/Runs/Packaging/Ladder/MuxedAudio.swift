/// Which audio goes into the transport streams of video (`--muxed`).
struct MuxedAudio: Sendable {
    /// Whether any does.
    let isOn: Bool
    private let audio: [String: [LadderTrack]]

    /// Pairs video with the audio of its own input.
    ///
    /// Players take the first audio of a transport stream and switch by renditions only, so that there is one, or none.
    ///
    /// - Parameters:
    ///   - request: says whether to.
    ///   - video: all tracks of video.
    ///   - audio: all tracks of audio.
    /// - Throws: `LadderError` where that does not give each video the same.
    init(_ request: PackagingRequest, video: [LadderTrack], audio: [LadderTrack]) throws(LadderError) {
        let byPath = Dictionary(grouping: audio, by: \.input.path)
        // Without video or without audio there is nothing to multiplex.
        let isPossible = !video.isEmpty && !audio.isEmpty
        guard request.isMuxed, isPossible || request.segmentFormat == .fragmentedMP4 else {
            (isOn, self.audio) = (false, [:])
            return
        }
        guard request.segmentFormat == .transportStream else {
            throw .option(
                "--muxed",
                reason: "fragmented MP4 has audio and video in files of their own",
                advice: "Add --segment-format ts, or leave out --muxed."
            )
        }
        for track in video {
            let own = byPath[track.input.path] ?? []
            guard own.count == 1 else {
                throw .option(
                    "--muxed",
                    reason:
                        "\(track.input.path) has \(own.count) tracks of audio that are taken (expected 1)",
                    advice: "Choose one with :track=, or leave out --muxed."
                )
            }
        }
        let paths = Set(video.map(\.input.path))
        if let other = audio.first(where: { !paths.contains($0.input.path) }) {
            throw .option(
                "--muxed",
                reason: "\(other.input.path) has audio and no video",
                advice: "Leave out --muxed, so that all audio is in renditions."
            )
        }
        (isOn, self.audio) = (true, byPath)
    }

    /// The audio that goes with a track of video.
    func audio(of video: LadderTrack) -> [LadderTrack] { isOn ? audio[video.input.path] ?? [] : [] }
}
