import Bitstreams
import ElementaryStreams
import Failures
import ISOBaseMedia
import Mezzanines
import Muxing
import TextFormats

/// Distinguishes AAC LC from HE-AAC if the configuration does not.
///
/// SBR and PS may be in the frames unannounced (ISO/IEC 14496-3, 1.6.5, implicit signalling).
enum AACProfile {
    /// AAC LC.
    static let lowComplexity = "mp4a.40.2"
    /// HE-AAC: AAC LC with SBR.
    static let bandReplication = "mp4a.40.5"
    /// HE-AAC v2: AAC LC with SBR and PS.
    static let parametricStereo = "mp4a.40.29"

    /// Returns the `CODECS` value of an AAC track.
    ///
    /// - Parameters:
    ///   - track: the track.
    ///   - announced: the value from the configuration.
    /// - Returns: the value that was announced, found in the frames, or given with the input.
    /// - Throws: `RunFailure` if nothing determines it, or the given value is wrong.
    static func codecs(of track: LadderTrack, announced: String) throws(RunFailure) -> String {
        let finding = announced == lowComplexity ? find(in: track.source) : .found(announced)
        switch (finding, track.input.codecs) {
        case (.found(let codecs), nil): return codecs
        case (.found(let codecs), let givenCodecs?):
            guard givenCodecs == codecs else {
                throw .unwritableValue(
                    input: track.input.path,
                    option: "codecs",
                    found: givenCodecs,
                    expected: codecs
                )
            }
            return codecs
        case (.unknown(let reason), nil):
            throw .unknownExtension(input: track.input.path, track: track.name, reason: reason)
        case (.unknown, let givenCodecs?):
            let allowed = [lowComplexity, bandReplication, parametricStereo]
            guard allowed.contains(givenCodecs) else {
                throw .unwritableValue(
                    input: track.input.path,
                    option: "codecs",
                    found: givenCodecs,
                    expected: allowed.joined(separator: " or ")
                )
            }
            return givenCodecs
        }
    }

    /// The result of examining frames.
    private enum Finding {
        case found(String)
        case unknown(String)
    }

    /// Examines as many of the first frames as it takes.
    private static func find(in source: SourceTrack) -> Finding {
        // The frame reader requires ADTS headers.
        guard let format = try? ADTSFormat(source, container: "ADTS") else {
            return .unknown("ADTS cannot express its configuration")
        }
        guard let reader = try? source.bytes.makeReader() else {
            return .unknown("its frames cannot be read")
        }
        var detector = AACExtensionDetector()
        var samples = source.samples.samples()
        var isEnough = false
        while !isEnough, let sample = samples.next() {
            var bytes: [UInt8] = []
            let size = Int(sample.size)
            guard size > 0, size <= ADTSFormat.payloadLimit else {
                return .unknown("frame \(samples.number) has \(CountText.text(size, "byte"))")
            }
            format.appendHeader(payloadSize: size, to: &bytes)
            guard let payload = try? reader.bytes(size, at: sample.offset),
                let frame = try? AACFrame((bytes + payload)[...], at: sample.offset)
            else { return .unknown("frame \(samples.number) cannot be read") }
            isEnough = detector.examine(frame)
        }
        switch (detector.sbr, detector.ps) {
        case (.present, .present): return .found(parametricStereo)
        case (.present, .absent): return .found(bandReplication)
        case (.present, .unknown):
            return .unknown("there is SBR, and no header that tells whether there is PS")
        case (.absent, _): return .found(lowComplexity)
        case (.unknown, _): return .unknown("there are no frames")
        }
    }
}
