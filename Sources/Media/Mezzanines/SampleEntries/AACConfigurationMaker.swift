import Bitstreams
import ElementaryStreams

/// Makes an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) of ADTS headers and of what the first frames hold.
struct AACConfigurationMaker {
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
        AudioSpecificConfiguration.writeCore(header, programConfiguration, to: &writer)
        if hasBandReplication {
            AudioSpecificConfiguration.writeExtensions(
                coreRate: header.samplingRate,
                hasParametricStereo: hasParametricStereo,
                to: &writer
            )
        }
        return writer.bytes
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
