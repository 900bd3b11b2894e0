internal import Bitstreams
internal import ElementaryStreams

/// Makes an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) of ADTS headers and of what the first frames hold.
struct AACConfigurationMaker {
    /// syncExtensionType of SBR, and of PS behind it; the audio object type of SBR.
    private static let bandReplicationSync = 0x2B7
    private static let parametricStereoSync = 0x548
    private static let bandReplication = 5
    /// Channels by channelConfiguration (ISO/IEC 14496-3 table 1.19); 0 is told by the frames.
    private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]

    private(set) var header: ADTSHeader.Fixed?
    private var detector = AACExtensionDetector()
    private var programConfiguration: ProgramConfiguration?
    private var framesLeft = 64
    private var isDecided = false

    /// Takes the next frame, header included; all but the first are passed over.
    mutating func take(_ bytes: ArraySlice<UInt8>, _ header: ADTSHeader) {
        self.header = self.header ?? header.fixed
        guard framesLeft > 0, !isDecided else { return }
        framesLeft -= 1
        // A frame that cannot be walked over says nothing here.
        guard let frame = try? AACFrame(bytes, at: 0) else { return }
        programConfiguration = programConfiguration ?? frame.programConfiguration
        let lacksConfiguration = header.fixed.channelConfiguration == 0 && programConfiguration == nil
        isDecided = detector.take(frame) && !lacksConfiguration
    }

    /// Whether SBR doubles the sampling rate.
    private var hasBandReplication: Bool {
        detector.bandReplication == .present || detector.parametricStereo == .present
    }

    private var hasParametricStereo: Bool { detector.parametricStereo == .present }

    /// The configuration; nil where frames do not say which channels they have.
    ///
    /// SBR and PS are told behind the core's where frames have them, as decoders that know neither want it.
    var bytes: [UInt8]? {
        guard let header, header.channelConfiguration > 0 || programConfiguration != nil else { return nil }
        var writer = BitWriter()
        writer.write(header.audioObjectType, 5)
        writer.write(header.samplingFrequencyIndex, 4)
        writer.write(header.channelConfiguration, 4)
        // frameLengthFlag, dependsOnCoreCoder, extensionFlag: 1024 samples and nothing else.
        writer.write(0, 3)
        if header.channelConfiguration == 0, let programConfiguration {
            for field in programConfiguration.fields { writer.write(field.value, field.width) }
            writer.align()
            // No comment.
            writer.write(0, 8)
        }
        if hasBandReplication { writeExtensions(coreRate: header.samplingRate, to: &writer) }
        return writer.bytes
    }

    private func writeExtensions(coreRate: Int, to writer: inout BitWriter) {
        writer.write(Self.bandReplicationSync, 11)
        writer.write(Self.bandReplication, 5)
        writer.write(1, 1)
        if let index = SamplingFrequencyIndex.rates.firstIndex(of: 2 * coreRate) {
            writer.write(index, 4)
        } else {
            writer.write(SamplingFrequencyIndex.escape, 4)
            writer.write(2 * coreRate, 24)
        }
        guard hasParametricStereo else { return }
        writer.write(Self.parametricStereoSync, 11)
        writer.write(1, 1)
    }

    /// Channels that are heard: two where PS makes them of one.
    var channelCount: Int {
        if hasParametricStereo { return 2 }
        guard let configuration = header?.channelConfiguration, configuration > 0 else {
            return programConfiguration?.channelCount ?? 0
        }
        return Self.channelCounts[Int(configuration)]
    }
}

extension ProgramConfiguration {
    /// Channels of the elements that it lists: two of each pair.
    fileprivate var channelCount: Int {
        guard fields.count > 9 else { return 0 }
        // Behind three fields the numbers of front, side, back and low frequency elements, data streams and coupling channels.
        let counts = fields[3..<7].map { Int($0.value) }
        var position = 9
        for _ in 0..<3 {
            guard position < fields.count else { return 0 }
            position += fields[position].value == 1 ? 2 : 1
        }
        var channels = counts[3]
        for element in fields.dropFirst(position).prefix(counts[0] + counts[1] + counts[2]) {
            // element_is_cpe and four bits of the tag
            channels += element.value & 0x10 != 0 ? 2 : 1
        }
        return channels
    }
}
