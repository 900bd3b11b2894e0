import KeyStore
import Presentations

/// The reason why the chosen tracks cannot become the renditions of a presentation.
enum LadderError: Error, Hashable, Sendable {
    /// An input has no track of the requested kind; `notes` are remarks on the input that may explain it.
    case nothingSelected(input: String, wanted: String, found: [String], notes: [String])
    /// A track is taken by two inputs.
    case takenTwice(input: String, track: String)
    /// There is neither video nor audio, and so no variant.
    case nothingToPlay
    /// The timestamps of inputs start too far apart for one presentation; `seconds` is the distance.
    case timestampsApart(first: String, second: String, seconds: Double)
    /// The container cannot carry the codec; `advice` says what to do.
    case uncarried(input: String, codec: String, container: String, advice: String)
    /// The container rotates or mirrors the pictures; the second text says how.
    case transformed(input: String, String)
    /// Parameter sets change in the samples of a track, which FairPlay does not allow in fragmented MP4.
    case changingParameterSets(input: String)
    /// An option does not fit the inputs.
    case option(String, reason: String, advice: String)
    /// A value given with an input cannot be written in a playlist.
    case value(input: String, option: String, found: String, expected: String)
    /// Two renditions of a group have one name.
    case sameName(first: String, second: String, name: String, group: String)
    /// Renditions of one name differ in an attribute that they have to share.
    case differentAttribute(first: String, second: String, name: String, attribute: String)
    /// Two inputs are marked as default.
    case twoDefaults(first: String, second: String)
    /// Two renditions have one name in the output.
    case sameOutput(first: String, second: String, name: String)
    /// It cannot be determined whether AAC is extended by SBR and PS.
    case unknownExtension(input: String, track: String, reason: String)
    /// A sample entry does not say how samples are coded.
    case unknownCodec(input: String, track: String)
}

extension LadderError: RunError {
    /// The message, which is one line of the form `WHERE: WHAT (GOT, EXPECTED). FIX`.
    package var description: String {
        switch self {
        case .nothingSelected(let input, let wanted, let found, let notes):
            "\(input): the input has no \(wanted) (got \(found.isEmpty ? "nothing" : found.joined(separator: ", "))"
                + notes.map { "; \($0)" }.joined() + "). "
                + "Choose a track that it has with :track=."
        case .takenTwice(let input, let track):
            "\(input): \(track) is taken twice (expected once at most). Choose other tracks with :track=, or leave one out."
        case .nothingToPlay:
            "inputs: there is neither video nor audio (got subtitles only). Add an input with video or audio."
        case .timestampsApart(let first, let second, let seconds):
            "\(second): its time stamps start \(Self.text(of: seconds)) s from those of \(first) (expected at most 10 s "
                + "between the inputs of one presentation). Give them one timeline, or convert them to MP4."
        case .uncarried(let input, let codec, let container, let advice):
            "\(input): \(container) cannot carry \(codec). \(advice)"
        case .transformed(let input, let how):
            "\(input): its pictures are to be shown \(how), but HLS players show them as they are coded. Encode it upright "
                + "(`ffmpeg -i IN -c:a copy OUT.mp4` does), or take it as it is with --ignore-display-matrix."
        case .changingParameterSets(let input):
            "\(input): its parameter sets change within the track, or are too many for a sample entry, which fragmented MP4 with encrypted samples does not allow "
                + "(expected 'avc1' or 'hvc1', whose parameter sets do not change). Use --segment-format ts (H.264) or --method aes-128, or encode "
                + "it with one set of parameters (`ffmpeg -i IN OUT.mp4`)."
        case .option(let option, let reason, let advice): "\(option): \(reason). \(advice)"
        case .value(let input, let option, let found, let expected):
            "\(input): \(option) cannot be written (got \(found), expected \(expected)). Give another."
        case .sameName(let first, let second, let name, let group):
            "\(second): the rendition would have the same name as \(first) in group \(group) (\"\(name)\", expected a different one). "
                + "Leave one out with :track=, or tell them apart with :name= or :group=."
        case .differentAttribute(let first, let second, let name, let attribute):
            "\(second): \(attribute) differs from that of \(first), and both have the name \"\(name)\" (expected the same value, as they "
                + "are one rendition in two codecs). Give both the same value, or different names with :name=."
        case .twoDefaults(let first, let second):
            "\(second): two renditions are the default (\(first) is already). Remove :default from one."
        case .sameOutput(let first, let second, let name):
            "\(second): its rendition has the same name as another in the output (\"\(name)\", of \(first)). Give a different "
                + ":rendition=."
        case .unknownExtension(let input, let track, let reason):
            "\(input): nothing tells whether the AAC of \(track) is extended by SBR and PS (\(reason)). Say it with "
                + ":codecs=mp4a.40.2 (AAC LC), mp4a.40.5 (HE-AAC) or mp4a.40.29 (HE-AAC v2)."
        case .unknownCodec(let input, let track):
            "\(input): the configuration of \(track) does not tell how it is coded. Create the input again, or leave the track "
                + "out with :track=."
        }
    }

    private static func text(of seconds: Double) -> String {
        "\((seconds * 10).rounded() / 10)"
    }
}

extension LadderError {
    /// The class that determines the exit status; most errors are options that do not fit the inputs.
    var failureClass: FailureClass {
        switch self {
        case .timestampsApart, .uncarried, .transformed, .changingParameterSets, .unknownExtension,
            .unknownCodec:
            .malformed
        default: .usage
        }
    }
}

extension PresentationError {
    /// Wraps the refusal of tracks that cannot become renditions.
    static func ladder(_ error: LadderError) -> PresentationError { .run(RunRefusal(error)) }
}
