internal import ElementaryStreams

extension AACSetupMaker {
    /// syncExtensionType of SBR, and of PS behind it (ISO/IEC 14496-3, 1.6.2.1).
    private static let bandReplicationSync = 0x2B7
    private static let parametricStereoSync = 0x548
    /// The audio object type of SBR.
    private static let bandReplication = 5

    /// Announces SBR, and PS, behind the configuration of the core, as decoders that know neither want it.
    static func writeExtensions(
        _ type: AudioSetupInformation.AudioType,
        coreRate: Int,
        to writer: inout BitWriter
    ) {
        writer.write(bandReplicationSync, 11)
        writer.write(bandReplication, 5)
        writer.write(1, 1)
        SamplingFrequencyIndex.write(2 * coreRate, to: &writer)
        guard type == .zacp else { return }
        writer.write(parametricStereoSync, 11)
        writer.write(1, 1)
    }
}

extension SamplingFrequencyIndex {
    /// Writes the index of a rate, or the rate itself where it has none.
    fileprivate static func write(_ rate: Int, to writer: inout BitWriter) {
        if let index = rates.firstIndex(of: rate) {
            writer.write(index, 4)
        } else {
            writer.write(escape, 4)
            writer.write(rate, 24)
        }
    }
}

extension ProgramConfiguration {
    /// Writes the element with an empty comment.
    func write(to writer: inout BitWriter) {
        for field in fields { writer.write(field.value, field.width) }
        writer.align()
        writer.write(0, 8)
    }
}
