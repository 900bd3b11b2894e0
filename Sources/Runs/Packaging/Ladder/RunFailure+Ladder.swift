import Failures
import ProtectionTerms

/// The reasons why the chosen tracks cannot become the renditions of a presentation.
extension RunFailure {
    /// An input has no track of the requested kind; `notes` are remarks on the input that may explain it.
    static func nothingSelected(
        input: String,
        wanted: String,
        found: [String],
        notes: [String]
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: input,
            "the input has no \(wanted)",
            found: "got \(found.isEmpty ? "nothing" : found.joined(separator: ", "))"
                + notes.map { "; \($0)" }.joined(),
            remedy: "Choose a track that it has with :track=."
        )
    }

    /// A track is taken by two inputs.
    static func takenTwice(input: String, track: String) -> RunFailure {
        RunFailure(
            .usage,
            at: input,
            "\(track) is taken twice",
            expected: "once at most",
            remedy: "Choose other tracks with :track=, or leave one out."
        )
    }

    /// There is neither video nor audio, and so no variant.
    static var nothingToPlay: RunFailure {
        RunFailure(
            .usage,
            at: "inputs",
            "there is neither video nor audio",
            found: "got subtitles only",
            remedy: "Add an input with video or audio."
        )
    }

    /// The timestamps of inputs start too far apart for one presentation; `seconds` is the distance.
    static func timestampsApart(first: String, second: String, seconds: Double) -> RunFailure {
        RunFailure(
            .malformed,
            at: second,
            "its time stamps start \((seconds * 10).rounded() / 10) s from those of \(first)",
            expected: "at most 10 s between the inputs of one presentation",
            remedy: "Give them one timeline, or convert them to MP4."
        )
    }

    /// The container cannot carry the codec; `advice` says what to do.
    static func uncarriedCodec(
        input: String,
        codec: String,
        container: String,
        advice: String
    ) -> RunFailure {
        RunFailure(.malformed, at: input, "\(container) cannot carry \(codec)", remedy: advice)
    }

    /// The container rotates or mirrors the pictures; the second text says how.
    static func transformedPictures(input: String, _ how: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: input,
            "its pictures are to be shown \(how), but HLS players show them as they are coded",
            remedy:
                "Encode it upright (`ffmpeg -i IN -c:a copy OUT.mp4` does), or take it as it is with "
                + "\(CommandOption.ignoreDisplayMatrix)."
        )
    }

    /// Parameter sets change in the samples of a track, which FairPlay does not allow in fragmented MP4.
    static func changingParameterSets(input: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: input,
            "its parameter sets change within the track, or are too many for a sample entry, which "
                + "fragmented MP4 with encrypted samples does not allow",
            expected: "'avc1' or 'hvc1', whose parameter sets do not change",
            remedy:
                "Use \(CommandOption.segmentFormat) ts (H.264) or \(CommandOption.method) aes-128, or encode it with one set of "
                + "parameters (`ffmpeg -i IN OUT.mp4`)."
        )
    }

    /// An option does not fit the inputs.
    static func unsuitableOption(_ option: String, reason: String, advice: String) -> RunFailure {
        RunFailure(.usage, at: option, reason, remedy: advice)
    }

    /// A value given with an input cannot be written in a playlist.
    static func unwritableValue(
        input: String,
        option: String,
        found: String,
        expected: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: input,
            "\(option) cannot be written",
            found: "got \(found)",
            expected: expected,
            remedy: "Give another."
        )
    }

    /// Two renditions of a group have one name.
    static func sameNameInGroup(first: String, second: String, name: String, group: String) -> RunFailure {
        RunFailure(
            .usage,
            at: second,
            "the rendition would have the same name as \(first) in group \(group)",
            found: "\"\(name)\"",
            expected: "a different one",
            remedy: "Leave one out with :track=, or tell them apart with :name= or :group=."
        )
    }

    /// Renditions of one name differ in an attribute that they have to share.
    static func differentAttribute(
        first: String,
        second: String,
        name: String,
        attribute: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: second,
            "\(attribute) differs from that of \(first), and both have the name \"\(name)\"",
            expected: "the same value, as they are one rendition in two codecs",
            remedy: "Give both the same value, or different names with :name=."
        )
    }

    /// Two inputs are marked as default.
    static func twoDefaults(first: String, second: String) -> RunFailure {
        RunFailure(
            .usage,
            at: second,
            "two renditions are the default",
            found: "\(first) is already",
            remedy: "Remove :default from one."
        )
    }

    /// Two renditions have one name in the output.
    static func sameOutputName(first: String, second: String, name: String) -> RunFailure {
        RunFailure(
            .usage,
            at: second,
            "its rendition has the same name as another in the output",
            found: "\"\(name)\", of \(first)",
            remedy: "Give a different :rendition=."
        )
    }

    /// It cannot be determined whether AAC is extended by SBR and PS.
    static func unknownExtension(input: String, track: String, reason: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: input,
            "nothing tells whether the AAC of \(track) is extended by SBR and PS",
            found: reason,
            remedy: "Say it with :codecs=mp4a.40.2 (AAC LC), mp4a.40.5 (HE-AAC) or mp4a.40.29 (HE-AAC v2)."
        )
    }

    /// A sample entry does not say how samples are coded.
    static func unknownCodec(input: String, track: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: input,
            "the configuration of \(track) does not tell how it is coded",
            remedy: "Create the input again, or leave the track out with :track=."
        )
    }
}
