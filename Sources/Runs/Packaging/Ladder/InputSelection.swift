import Failures
import Mezzanines

/// The tracks of all inputs that were requested, in the order of the inputs.
struct InputSelection: Sendable {
    /// A track and its input.
    struct ChosenTrack: Sendable {
        /// The index of the input.
        let inputIndex: Int
        let track: SourceTrack
    }

    /// The chosen tracks of video and audio.
    private(set) var tracks: [ChosenTrack] = []
    /// The indices of the inputs whose text is taken.
    private(set) var textInputs: [Int] = []

    /// Chooses tracks.
    ///
    /// - Parameters:
    ///   - inputs: the inputs with their selections.
    ///   - mezzanines: the content of the inputs, in the same order.
    /// - Throws: `RunFailure` if nothing is taken from an input, a track is taken twice, or all is text.
    init(_ inputs: [PackagingInput], of mezzanines: [Mezzanine]) throws(RunFailure) {
        var seen: Set<String> = []
        for (index, (input, mezzanine)) in zip(inputs, mezzanines).enumerated() {
            let chosenTracks = mezzanine.tracks.filter {
                [input.selection].selects($0.content, $0.identifier)
            }
            let hasText = mezzanine.text != nil && [.all, .text].contains(input.selection)
            guard !chosenTracks.isEmpty || hasText else {
                throw .nothingSelected(
                    input: input.path,
                    wanted: Self.description(of: input.selection),
                    found: Self.contents(of: mezzanine),
                    notes: mezzanine.notes
                )
            }
            for track in chosenTracks {
                guard seen.insert("\(track.identifier) \(mezzanine.path)").inserted else {
                    throw .takenTwice(input: input.path, track: LadderTrack.name(of: track))
                }
                tracks.append(ChosenTrack(inputIndex: index, track: track))
            }
            guard hasText else { continue }
            guard seen.insert("text \(mezzanine.path)").inserted else {
                throw .takenTwice(input: input.path, track: "its text")
            }
            textInputs.append(index)
        }
        guard !tracks.isEmpty else { throw .nothingToPlay }
    }

    private static func description(of selection: TrackChoice) -> String {
        switch selection {
        case .all: "track of video, audio or text"
        case .video: "track of video"
        case .audio: "track of audio"
        case .text: "text"
        case .identifier(let identifier): "track \(identifier)"
        }
    }

    private static func contents(of mezzanine: Mezzanine) -> [String] {
        let tracks = mezzanine.tracks.map { ($0.identifier, $0.content) } + mezzanine.otherTracks
        return tracks.sorted { $0.0 < $1.0 }.map { "track \($0.0) of \($0.1 == .video ? "video" : "audio")" }
            + (mezzanine.text == nil ? [] : ["text"])
    }
}
