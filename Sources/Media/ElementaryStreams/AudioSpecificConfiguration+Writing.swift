package import Bitstreams

extension AudioSpecificConfiguration {
    /// syncExtensionType of SBR, and of PS after it (ISO/IEC 14496-3, 1.6.2.1).
    private static let bandReplicationSync = 0x2B7
    private static let parametricStereoSync = 0x548
    /// The audio object type of SBR.
    private static let bandReplication = 5

    /// Writes the configuration of the core, with frames of 1024 samples and neither a core coder nor an
    /// extension.
    ///
    /// - Parameters:
    ///   - header: the fixed part of the ADTS headers.
    ///   - program: the channels if channel_configuration is 0; written with an empty comment.
    ///   - writer: receives the configuration.
    package static func writeCore(
        _ header: ADTSHeader.FixedHeader,
        _ program: ProgramConfiguration?,
        to writer: inout BitWriter
    ) {
        writer.write(header.audioObjectType, 5)
        writer.write(header.samplingFrequencyIndex, 4)
        writer.write(header.channelConfiguration, 4)
        // frameLengthFlag, dependsOnCoreCoder, extensionFlag
        writer.write(0, 3)
        guard header.channelConfiguration == 0, let program else { return }
        for field in program.fields { writer.write(field.value, field.width) }
        writer.align()
        writer.write(0, 8)
    }

    /// Signals SBR, and PS, after the configuration of the core, so that decoders without them can ignore it
    /// (1.6.5.3).
    ///
    /// - Parameters:
    ///   - coreRate: the sampling rate of the core in Hz, which SBR doubles.
    ///   - hasParametricStereo: true to signal PS, too.
    ///   - writer: positioned after the configuration of the core.
    package static func writeExtensions(
        coreRate: Int,
        hasParametricStereo: Bool,
        to writer: inout BitWriter
    ) {
        writer.write(bandReplicationSync, 11)
        writer.write(bandReplication, 5)
        writer.write(1, 1)
        if let index = SamplingFrequencyIndex.rates.firstIndex(of: 2 * coreRate) {
            writer.write(index, 4)
        } else {
            writer.write(SamplingFrequencyIndex.escape, 4)
            writer.write(2 * coreRate, 24)
        }
        guard hasParametricStereo else { return }
        writer.write(parametricStereoSync, 11)
        writer.write(1, 1)
    }
}
