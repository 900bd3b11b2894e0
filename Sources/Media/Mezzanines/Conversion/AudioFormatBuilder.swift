import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// Builds the format of an audio track from its frames.
struct AudioFormatBuilder {
    /// The audio samples that a frame adds.
    struct Content {
        /// The number of samples of each channel.
        let sampleCount: Int
        /// The sampling rate in hertz.
        let samplingRate: Int
    }

    /// The kinds of syncframes in an access unit.
    private struct FrameKinds: OptionSet {
        let rawValue: UInt8

        /// AC-3, which is the core if E-AC-3 frames extend it.
        static let ac3 = FrameKinds(rawValue: 1)
        /// E-AC-3.
        static let eac3 = FrameKinds(rawValue: 2)
    }

    private let codec: AudioFrameScanner.Codec
    private let path: String
    private var aac = AudioSpecificConfigBuilder()
    private var dolby = DolbyConfigurationBuilder()
    /// The kinds in the first access unit, which all others have to match; nil before it is complete.
    private var kinds: FrameKinds?
    /// The kinds so far in the current access unit of AC-3 or E-AC-3, and its offset in the file.
    private var unit: (kinds: FrameKinds, offset: UInt64) = ([], 0)
    private var largestFrame = 0

    init(_ codec: AudioFrameScanner.Codec, path: String) {
        self.codec = codec
        self.path = path
    }

    /// Examines the next frame.
    ///
    /// - Parameters:
    ///   - bytes: the frame, header included.
    ///   - startsAccessUnit: false for a frame that continues an access unit.
    ///   - offset: the offset of the frame in the file.
    /// - Returns: the audio samples of the frame.
    /// - Throws: `.malformed`; `.unsupported` for a frame that is not packaged.
    mutating func addFrame(
        _ bytes: ArraySlice<UInt8>,
        startsAccessUnit: Bool,
        at offset: UInt64
    ) throws(MezzanineError) -> Content {
        guard codec == .aac else {
            return try addDolbyFrame(bytes, startsAccessUnit: startsAccessUnit, at: offset)
        }
        let header = try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            try ADTSHeader(bytes, at: offset)
        }
        guard header.rawDataBlockCount == 1 else {
            throw .unsupported(
                path: path,
                what:
                    "an ADTS frame of \(header.rawDataBlockCount) raw data blocks at byte \(offset) (expected 1)",
                "Write the stream anew with one raw data block in each frame"
            )
        }
        aac.examine(bytes, header)
        largestFrame = max(largestFrame, bytes.count)
        return Content(sampleCount: header.sampleCount, samplingRate: header.fixedHeader.samplingRate)
    }

    private mutating func addDolbyFrame(
        _ bytes: ArraySlice<UInt8>,
        startsAccessUnit: Bool,
        at offset: UInt64
    ) throws(MezzanineError) -> Content {
        let isAC3 = AC3SyncFrame.isAC3(bytes)
        if isAC3,
            let refusal = AC3SyncFrame.bitstreamID(bytes).flatMap(
                AC3SyncFrame.unsupportedDescription(ofBitstreamID:)
            )
        {
            throw .unsupported(
                path: path,
                what: "\(refusal) at byte \(offset) (expected bsid 8 or less)",
                "Encode it anew: ffmpeg -i INPUT -c copy -c:a ac3 OUTPUT.mp4"
            )
        }
        let frame = try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
            isAC3 ? nil : try EAC3SyncFrame(bytes, at: offset)
        }
        if startsAccessUnit { try beginAccessUnit(at: offset) }
        unit.kinds.insert(isAC3 ? .ac3 : .eac3)
        if let kinds {
            // Frames at the end of the access unit may still be missing, so a subset of `kinds` is accepted.
            let startsWithOtherKind = startsAccessUnit && isAC3 != kinds.contains(.ac3)
            guard !startsWithOtherKind, unit.kinds.isSubset(of: kinds) else {
                throw mixedKindsError(at: offset)
            }
        } else {
            try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
                try dolby.add(bytes, at: offset)
            }
        }
        return Content(
            sampleCount: frame?.sampleCount ?? AC3SyncFrame.sampleCount,
            samplingRate: dolby.samplingRate
        )
    }

    private mutating func beginAccessUnit(at offset: UInt64) throws(MezzanineError) {
        if !unit.kinds.isEmpty {
            if let kinds, unit.kinds != kinds { throw mixedKindsError(at: unit.offset) }
            kinds = unit.kinds
        }
        unit = ([], offset)
    }

    /// Returns the error for a change between AC-3, AC-3 with dependent substreams of E-AC-3, and E-AC-3.
    ///
    /// A sample entry can describe only one of them.
    private func mixedKindsError(at offset: UInt64) -> MezzanineError {
        .unsupported(
            path: path,
            what:
                "sound that changes between AC-3 and E-AC-3 at byte \(offset) (expected one from start to end)",
            "Cut the file where it changes, or encode the sound anew"
        )
    }

    /// Returns the format, with a sample entry built from the frames.
    ///
    /// - Parameters:
    ///   - byteCount: the total size of the samples in the track, in bytes.
    ///   - sampleCount: the number of audio samples of each channel in them.
    /// - Returns: the format.
    /// - Throws: `.unsupported` if AAC frames do not give their channel configuration.
    func format(byteCount: UInt64, sampleCount: UInt64) throws(MezzanineError) -> TrackFormat {
        switch codec {
        case .aac: return try aacFormat(byteCount: byteCount, sampleCount: sampleCount)
        case .ac3, .eac3:
            return (kinds ?? unit.kinds).contains(.eac3)
                ? dolbyFormat(.eac3, "ec-3", BoxNode("dec3", fields: dolby.eac3Body))
                : dolbyFormat(.ac3, "ac-3", BoxNode("dac3", fields: dolby.ac3Body))
        }
    }

    private func aacFormat(byteCount: UInt64, sampleCount: UInt64) throws(MezzanineError) -> TrackFormat {
        guard let header = aac.header, let configuration = aac.bytes else {
            throw .unsupported(
                path: path,
                what:
                    "AAC whose frames do not say which channels they have (expected a channel configuration of 1 to 7)",
                "Encode it with a channel configuration of 1 to 7"
            )
        }
        let bitRate = Double(byteCount) * 8 * Double(header.samplingRate) / Double(max(1, sampleCount))
        let descriptor = AudioSampleEntryBuilder.elementaryStreamDescriptor(
            configuration,
            bufferSize: largestFrame,
            bitRate: Int(bitRate)
        )
        return TrackFormat(
            codec: .aac,
            sampleEntry: AudioSampleEntryBuilder.entry(
                "mp4a",
                channelCount: aac.channelCount,
                samplingRate: header.samplingRate,
                descriptor
            ),
            codedSize: nil,
            audio: TrackFormat.Sound(
                samplingRate: header.samplingRate,
                channelCount: aac.channelCount,
                objectCount: nil
            )
        )
    }

    private func dolbyFormat(
        _ codec: TrackFormat.Codec,
        _ type: FourCharacterCode,
        _ configuration: BoxNode
    ) -> TrackFormat {
        TrackFormat(
            codec: codec,
            sampleEntry: AudioSampleEntryBuilder.entry(
                type,
                channelCount: dolby.channelCount,
                samplingRate: dolby.samplingRate,
                configuration
            ),
            codedSize: nil,
            audio: TrackFormat.Sound(
                samplingRate: dolby.samplingRate,
                channelCount: dolby.channelCount,
                objectCount: codec == .eac3 ? dolby.objectCount : nil
            )
        )
    }
}
