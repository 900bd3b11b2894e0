internal import ElementaryStreams

/// Setup information of AAC: an AudioSpecificConfig.
struct AACSetupMaker: AudioSetupMaker {
    private let declared: AudioSetupInformation.AudioType?
    private var header: ADTSHeader.Fixed?

    init(declared: AudioSetupInformation.AudioType?) {
        self.declared = declared
    }

    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        _ frame: AudioFrame,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        do {
            header = try ADTSHeader(bytes, at: offset).fixed
        } catch {
            throw .malformed(error)
        }
        return true
    }

    func make() throws(SampleEncryptionError) -> AudioSetupInformation? {
        guard let header else { return nil }
        let setup = [
            header.audioObjectType << 3 | header.samplingFrequencyIndex >> 1,
            header.samplingFrequencyIndex << 7 | header.channelConfiguration << 3,
        ]
        return AudioSetupInformation(audioType: .zaac, setupData: setup)
    }
}
