import Failures
import ProtectionTerms

/// The audio that is multiplexed into the transport streams of video (`--muxed`).
struct MuxedAudio: Sendable {
    /// Indicates whether audio is multiplexed.
    let isOn: Bool
    private let audio: [String: [LadderTrack]]

    /// Pairs video with the audio of its own input.
    ///
    /// Players take the first audio of a transport stream and switch by renditions only, so there is one
    /// audio track or none.
    ///
    /// - Parameters:
    ///   - request: the packaging request.
    ///   - video: all tracks of video.
    ///   - audio: all tracks of audio.
    /// - Throws: `RunFailure` if an input has video without exactly one audio track, or only audio.
    init(_ request: PackagingRequest, video: [LadderTrack], audio: [LadderTrack]) throws(RunFailure) {
        let audioByPath = Dictionary(grouping: audio, by: \.input.path)
        // Without video or without audio there is nothing to multiplex.
        let isPossible = !video.isEmpty && !audio.isEmpty
        guard request.isMuxed, isPossible || request.segmentFormat == .fragmentedMP4 else {
            (isOn, self.audio) = (false, [:])
            return
        }
        guard request.segmentFormat == .transportStream else {
            throw .unsuitableOption(
                CommandOption.muxed.rawValue,
                reason: "fragmented MP4 has audio and video in files of their own",
                advice: "Add \(CommandOption.segmentFormat) ts, or leave out \(CommandOption.muxed)."
            )
        }
        for track in video {
            let ownAudio = audioByPath[track.input.path] ?? []
            guard ownAudio.count == 1 else {
                throw .unsuitableOption(
                    CommandOption.muxed.rawValue,
                    reason:
                        "\(track.input.path) has \(ownAudio.count) selected audio tracks (expected 1)",
                    advice: "Choose one with :track=, or leave out \(CommandOption.muxed)."
                )
            }
        }
        let paths = Set(video.map(\.input.path))
        if let audioWithoutVideo = audio.first(where: { !paths.contains($0.input.path) }) {
            throw .unsuitableOption(
                CommandOption.muxed.rawValue,
                reason: "\(audioWithoutVideo.input.path) has audio and no video",
                advice: "Leave out \(CommandOption.muxed), so that all audio is in renditions."
            )
        }
        (isOn, self.audio) = (true, audioByPath)
    }

    /// Returns the audio that is multiplexed with a track of video.
    func audio(of video: LadderTrack) -> [LadderTrack] { isOn ? audio[video.input.path] ?? [] : [] }
}
