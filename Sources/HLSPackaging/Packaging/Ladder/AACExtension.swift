import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// Tells AAC LC from HE-AAC where the configuration does not: SBR and PS may be in the frames unannounced
/// (ISO/IEC 14496-3, 1.6.5, implicit signalling).
enum AACExtension {
    /// AAC LC.
    static let lowComplexity = "mp4a.40.2"
    /// With SBR.
    static let bandReplication = "mp4a.40.5"
    /// With SBR and PS.
    static let parametricStereo = "mp4a.40.29"

    /// `CODECS` of a track of AAC.
    ///
    /// - Parameters:
    ///   - track: the track.
    ///   - announced: what the configuration says.
    /// - Returns: what was announced, found in the frames, or given.
    /// - Throws: `LadderError` where nothing tells, and where what was given is not so.
    static func codecs(of track: LadderTrack, announced: String) throws(LadderError) -> String {
        let finding = announced == lowComplexity ? find(in: track.source) : .found(announced)
        switch (finding, track.input.codecs) {
        case (.found(let codecs), nil): return codecs
        case (.found(let codecs), let given?):
            guard given == codecs else {
                throw .value(input: track.input.path, option: "codecs", found: given, expected: codecs)
            }
            return codecs
        case (.unknown(let reason), nil):
            throw .unknownExtension(input: track.input.path, track: track.text, reason: reason)
        case (.unknown, let given?):
            let allowed = [lowComplexity, bandReplication, parametricStereo]
            guard allowed.contains(given) else {
                throw .value(
                    input: track.input.path,
                    option: "codecs",
                    found: given,
                    expected: allowed.joined(separator: " or ")
                )
            }
            return given
        }
    }

    /// What the frames tell.
    private enum Finding {
        case found(String)
        case unknown(String)
    }

    /// Looks at the first frames, as many as it takes.
    private static func find(in source: SourceTrack) -> Finding {
        guard let form = FrameForm(source.format) else {
            return .unknown("its AudioSpecificConfig cannot be read")
        }
        guard let reader = try? source.bytes.makeReader() else {
            return .unknown("its frames cannot be read")
        }
        var detector = AACExtensionDetector()
        var samples = source.samples.samples()
        var isEnough = false
        while !isEnough, let sample = samples.next() {
            guard let header = form.header(frameSize: Int(sample.size)),
                let bytes = try? reader.bytes(Int(sample.size), at: sample.offset),
                let frame = try? AACFrame((header + bytes)[...], at: sample.offset)
            else { return .unknown("frame \(samples.number) cannot be read") }
            isEnough = detector.take(frame)
        }
        switch (detector.bandReplication, detector.parametricStereo) {
        case (.present, .present): return .found(parametricStereo)
        case (.present, .absent): return .found(bandReplication)
        case (.present, .unknown):
            return .unknown("there is SBR, and no header that tells whether there is PS")
        case (.absent, _): return .found(lowComplexity)
        case (.unknown, _): return .unknown("there are no frames")
        }
    }

    /// What ADTS headers of the frames say, for the reader of frames, which wants them.
    private struct FrameForm {
        private let profile: UInt8
        private let frequency: UInt8
        private let channels: UInt8

        init?(_ format: TrackFormat) {
            guard let box = format.sampleEntry.first("esds"),
                let descriptor = try? ElementaryStreamDescriptorBox(box.box),
                let bytes = descriptor.decoderConfiguration,
                let configuration = try? AudioSpecificConfiguration(bytes, at: 0),
                configuration.coreObjectType == 2,
                let index = SamplingFrequencyIndex.rates.firstIndex(of: configuration.samplingRate)
            else { return nil }
            profile = 1
            frequency = UInt8(index)
            // Elements of frames are read as they come: how many channels the header says does not matter.
            channels = 2
        }

        /// Seven bytes (ISO/IEC 14496-3, 1.A.3.2); nil for a frame that is too large for them.
        func header(frameSize: Int) -> [UInt8]? {
            let size = ADTSHeader.size + frameSize
            guard frameSize > 0, size < 1 << 13 else { return nil }
            return [
                0xFF, 0xF1,
                profile << 6 | frequency << 2 | channels >> 2,
                (channels & 3) << 6 | UInt8(size >> 11),
                UInt8(size >> 3 & 0xFF),
                UInt8(size & 7) << 5 | 0x1F,
                0xFC,
            ]
        }
    }
}
