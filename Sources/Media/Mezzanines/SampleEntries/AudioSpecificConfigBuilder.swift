import Bitstreams
import ElementaryStreams

/// Builds an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) from ADTS headers and the contents of the first
/// frames.
struct AudioSpecificConfigBuilder {
    /// The number of channels by channelConfiguration (ISO/IEC 14496-3 table 1.19); for 0 the frames have it.
    private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]

    private(set) var header: ADTSHeader.FixedHeader?
    private var detector = AACExtensionDetector()
    private var programConfiguration: ProgramConfiguration?
    private var framesLeft = 64
    private var isDecided = false

    /// Examines the next frame, header included; ignores it once all is known, or after 64 frames.
    mutating func examine(_ bytes: ArraySlice<UInt8>, _ header: ADTSHeader) {
        self.header = self.header ?? header.fixedHeader
        guard framesLeft > 0, !isDecided else { return }
        framesLeft -= 1
        // A frame that cannot be parsed shows nothing here.
        guard let frame = try? AACFrame(bytes, at: 0) else { return }
        programConfiguration = programConfiguration ?? frame.programConfiguration
        let lacksConfiguration = header.fixedHeader.channelConfiguration == 0 && programConfiguration == nil
        isDecided = detector.examine(frame) && !lacksConfiguration
    }

    /// Indicates whether SBR doubles the sampling rate.
    private var hasSBR: Bool {
        detector.sbr == .present || detector.ps == .present
    }

    private var hasPS: Bool { detector.ps == .present }

    /// The configuration, or nil if neither header nor frames have the channel configuration.
    ///
    /// SBR and PS in the frames are signalled after the core configuration, where decoders that support
    /// neither ignore them.
    var bytes: [UInt8]? {
        guard let header, header.channelConfiguration > 0 || programConfiguration != nil else { return nil }
        var writer = BitWriter()
        AudioSpecificConfiguration.writeCore(header, programConfiguration, to: &writer)
        if hasSBR {
            AudioSpecificConfiguration.writeExtensions(
                coreRate: header.samplingRate,
                hasParametricStereo: hasPS,
                to: &writer
            )
        }
        return writer.bytes
    }

    /// The number of channels after decoding: two if PS makes them from one.
    var channelCount: Int {
        if hasPS { return 2 }
        guard let configuration = header?.channelConfiguration, configuration > 0 else {
            return programConfiguration?.channelCount ?? 0
        }
        return Self.channelCounts[Int(configuration)]
    }
}
