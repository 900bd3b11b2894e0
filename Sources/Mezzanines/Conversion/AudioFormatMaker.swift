internal import Bitstreams
internal import ElementaryStreams
internal import ISOBaseMedia

/// Makes the format of a track of audio of its frames.
struct AudioFormatMaker {
    /// What a frame has.
    struct Content {
        /// Samples of each channel that it adds.
        let sampleCount: Int
        /// Hertz.
        let samplingRate: Int
    }

    private let codec: AudioFrameScanner.Codec
    private let path: String
    private var aac = AACConfigurationMaker()
    private var dolby = DolbyConfigurationMaker()
    private var accessUnits = 0
    /// Whether frames of E-AC-3 came, of which AC-3 may be the core; and whether access units begin with that.
    private var hasEnhancedFrames = false
    private var hasCores = false
    private var largestFrame = 0

    init(_ codec: AudioFrameScanner.Codec, path: String) {
        self.codec = codec
        self.path = path
    }

    /// Takes the next frame.
    ///
    /// - Parameters:
    ///   - bytes: it, header included.
    ///   - startsAccessUnit: false for those that belong to the one before.
    ///   - offset: where it stands in the file.
    /// - Returns: what it has.
    /// - Throws: `.malformed`; `.unsupported` for what is not packaged.
    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        startsAccessUnit: Bool,
        at offset: UInt64
    ) throws(MezzanineError) -> Content {
        if startsAccessUnit { accessUnits += 1 }
        guard codec == .aac else {
            if let bitstreamID = AC3SyncFrame.bitstreamID(bytes),
                bitstreamID <= AC3SyncFrame.newestBitstreamID,
                let refusal = AC3SyncFrame.refusal(ofBitstreamID: bitstreamID)
            {
                throw .unsupported(
                    path: path,
                    what: "\(refusal) at byte \(offset) (expected bsid 8 or less)",
                    "Encode it anew: ffmpeg -i INPUT -c copy -c:a ac3 OUTPUT.mp4"
                )
            }
            let content = try MezzanineError.reading(path) { () throws(ParseError) in
                try takeDolby(bytes, at: offset)
            }
            try checkKind(bytes, startsAccessUnit: startsAccessUnit, at: offset)
            return content
        }
        let header = try MezzanineError.reading(path) { () throws(ParseError) in
            try ADTSHeader(bytes, at: offset)
        }
        guard header.rawDataBlocks == 1 else {
            throw .unsupported(
                path: path,
                what: "an ADTS frame of \(header.rawDataBlocks) blocks at byte \(offset) (expected 1)",
                "Write them anew with one block a frame"
            )
        }
        aac.take(bytes, header)
        largestFrame = max(largestFrame, bytes.count)
        return Content(sampleCount: header.sampleCount, samplingRate: header.fixed.samplingRate)
    }

    private static func isCore(_ bytes: ArraySlice<UInt8>) -> Bool {
        AC3SyncFrame.bitstreamID(bytes) ?? 0 <= AC3SyncFrame.newestBitstreamID
    }

    /// Throws where AC-3 becomes E-AC-3 or is extended, or the other way round: one sample entry tells one of them.
    private mutating func checkKind(
        _ bytes: ArraySlice<UInt8>,
        startsAccessUnit: Bool,
        at offset: UInt64
    ) throws(MezzanineError) {
        let isCore = Self.isCore(bytes)
        if accessUnits == 1 {
            if startsAccessUnit { hasCores = isCore }
            if !isCore { hasEnhancedFrames = true }
            return
        }
        guard startsAccessUnit && isCore != hasCores || !isCore && !hasEnhancedFrames else { return }
        throw .unsupported(
            path: path,
            what:
                "sound that changes between AC-3 and E-AC-3 at byte \(offset) (expected one from start to end)",
            "Cut the file where it changes, or encode the sound anew"
        )
    }

    private mutating func takeDolby(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError)
        -> Content
    {
        if accessUnits == 1 { try dolby.take(bytes, at: offset) }
        return Content(
            sampleCount: Self.isCore(bytes)
                ? AC3SyncFrame.sampleCount : try EAC3SyncFrame(bytes, at: offset).sampleCount,
            samplingRate: dolby.samplingRate
        )
    }

    /// The format.
    ///
    /// - Parameters:
    ///   - byteCount: bytes of all samples.
    ///   - sampleCount: samples of each channel in them.
    /// - Returns: it, with a sample entry of the frames.
    /// - Throws: `.unsupported` where frames of AAC do not say which channels they have.
    func format(byteCount: UInt64, sampleCount: UInt64) throws(MezzanineError) -> TrackFormat {
        switch codec {
        case .aac: return try aacFormat(byteCount: byteCount, sampleCount: sampleCount)
        case .ac3, .eac3:
            return hasEnhancedFrames
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
                "Encode it with one"
            )
        }
        let bitRate = Double(byteCount) * 8 * Double(header.samplingRate) / Double(max(1, sampleCount))
        let descriptor = AudioSampleEntryMaker.elementaryStreamDescriptor(
            configuration,
            bufferSize: largestFrame,
            bitRate: Int(bitRate)
        )
        return TrackFormat(
            codec: .aac,
            sampleEntry: AudioSampleEntryMaker.entry(
                "mp4a",
                channelCount: aac.channelCount,
                samplingRate: header.samplingRate,
                descriptor
            ),
            picture: nil,
            sound: TrackFormat.Sound(
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
            sampleEntry: AudioSampleEntryMaker.entry(
                type,
                channelCount: dolby.channelCount,
                samplingRate: dolby.samplingRate,
                configuration
            ),
            picture: nil,
            sound: TrackFormat.Sound(
                samplingRate: dolby.samplingRate,
                channelCount: dolby.channelCount,
                objectCount: codec == .eac3 ? dolby.objectCount : nil
            )
        )
    }
}
