import Failures
import Mezzanines
import ProtectionTerms

/// The renditions of a presentation: video, audio, subtitles, each in the order of the inputs.
struct RenditionPlan: Sendable {
    /// The renditions, with their names in the output.
    let renditions: [PlannedRendition]
    let warnings: [String]

    /// Plans renditions.
    ///
    /// - Parameters:
    ///   - request: the packaging request.
    ///   - mezzanines: the mezzanines of the inputs, in the same order.
    /// - Throws: `RunFailure` if the inputs cannot be one presentation.
    init(_ request: PackagingRequest, of mezzanines: [Mezzanine]) throws(RunFailure) {
        let selection = try InputSelection(request.inputs, of: mezzanines)
        let origin = try PresentationOrigin(of: mezzanines)
        let tracks = selection.tracks.map { chosen in
            LadderTrack(
                input: request.inputs[chosen.inputIndex],
                source: chosen.track,
                origin: origin.ticks(ofInput: chosen.inputIndex, chosen.track)
            )
        }
        for track in tracks {
            try ContainerCheck.check(track, request)
            try DisplayCheck.check(track, request)
        }
        // A repeated warning is kept once: several tracks of an input may have the same text.
        var seenWarnings: Set<String> = []
        warnings = tracks.flatMap { track in
            (DisplayCheck.warnings(track, request) + StreamLossWarnings.warnings(track, request))
                .filter { seenWarnings.insert($0).inserted }
        }
        for input in request.inputs { try Self.check(input) }
        try Self.checkUses(request.inputs, selection)
        let video = tracks.filter { $0.source.content == .video }
        var audio = tracks.filter { $0.source.content == .audio }
        var planned: [PlannedRendition] = []
        let muxedAudio = try MuxedAudio(request, video: video, audio: audio)
        for track in video {
            let muxed = muxedAudio.audio(of: track)
            var sounds: [(LadderTrack, AudioDescription)] = []
            for sound in muxed { sounds.append((sound, try AudioDescription(sound))) }
            planned.append(
                PlannedRendition(
                    content: .video(track, try VideoDescription(track, request.segmentFormat), muxed: sounds),
                    language: nil
                )
            )
        }
        if muxedAudio.isOn { audio = [] }
        for track in audio {
            let sound = try AudioDescription(track)
            planned.append(
                PlannedRendition(
                    content: .audio(AACAnnouncement.announced(track, sound, request), sound),
                    language: try Self.language(of: track.input, code: track.source.language)
                )
            )
        }
        for index in selection.textInputs {
            guard let text = mezzanines[index].text else { continue }
            let input = request.inputs[index]
            planned.append(
                PlannedRendition(
                    content: .subtitles(LadderText(input: input, text: text)),
                    language: try Self.language(of: input, code: nil)
                )
            )
        }
        renditions = try RenditionNames.name(planned)
    }

    private static func language(of input: PackagingInput, code: String?) throws(RunFailure) -> LanguageTag? {
        guard let givenLanguage = input.language else { return LanguageTag(code: code) }
        guard let tag = LanguageTag(tag: givenLanguage) else {
            throw .unwritableValue(
                input: input.path,
                option: "language",
                found: givenLanguage,
                expected: "a tag of RFC 5646 such as en or pt-BR"
            )
        }
        return tag
    }

    /// Throws if an option of an input applies to none of the tracks and texts selected from that input.
    private static func checkUses(
        _ inputs: [PackagingInput],
        _ selection: InputSelection
    ) throws(RunFailure) {
        for (index, input) in inputs.enumerated() {
            if input.isForced, !selection.textInputs.contains(index) {
                throw .unsuitableOption(
                    "\(input.path):forced",
                    reason: "no subtitles are taken from it, and nothing else can be forced",
                    advice: "Leave it out."
                )
            }
            let hasAAC = selection.tracks.contains { $0.inputIndex == index && $0.track.format.codec == .aac }
            if input.codecs != nil, !hasAAC {
                throw .unsuitableOption(
                    "\(input.path):codecs",
                    reason: "no AAC is taken from it, and other codecs do not need this option",
                    advice: "Leave it out."
                )
            }
        }
    }

    /// Throws if a text of an input cannot be written in a playlist, or its options contradict each other.
    private static func check(_ input: PackagingInput) throws(RunFailure) {
        let texts = [
            ("name", input.name), ("group", input.group), ("characteristics", input.characteristics),
        ]
        for case (let option, let text?) in texts where !AttributeListText.isQuotable(text) {
            throw .unwritableValue(
                input: input.path,
                option: option,
                found: text.isEmpty ? "nothing" : "a quotation mark or a control character",
                expected: "text without quotation marks or control characters"
            )
        }
        guard input.isDefault == true, input.isAutoselect == false else { return }
        throw .unsuitableOption(
            "\(input.path):default",
            reason: "it cannot be combined with autoselect=no",
            advice: "Leave out one of default and autoselect=no."
        )
    }
}

/// Refuses tracks that the container cannot carry, before anything is cut.
enum ContainerCheck {
    /// The codecs that HLS allows in transport streams and packed audio.
    ///
    /// Sources: RFC 8216bis 3.1.1 and 3.1.4; Apple HLS authoring specification 1.5 and 2.25.
    private static let carriedInStreams: Set<TrackFormat.Codec> = [.avc, .aac, .ac3, .eac3]

    /// Checks that segments can carry a track, and that its samples can be encrypted if that is requested.
    ///
    /// - Throws: `RunFailure` with advice.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(RunFailure) {
        guard request.segmentFormat == .transportStream else {
            guard request.protectsSamples, track.source.format.hasChangingParameterSets else { return }
            throw .changingParameterSets(input: track.label)
        }
        guard !carriedInStreams.contains(track.source.format.codec) else { return }
        throw .uncarriedCodec(
            input: track.label,
            codec: track.source.format.codec.name,
            container: "MPEG-TS in HLS",
            advice: "Use \(CommandOption.segmentFormat) fmp4."
        )
    }
}
