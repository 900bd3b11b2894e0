import ElementaryStreams
import SampleEncryption
import TextFormats

extension AudioSetupInformation {
    /// Describes how this description differs from the frames, as far as frames can tell.
    ///
    /// Descriptions come from other frames of the stream, or from a file that the stream was made from: SBR
    /// and PS, priming, data rates and checksums may differ.
    ///
    /// - Parameter frames: the information that was read from the frames.
    /// - Returns: a message, or nil if they agree.
    func difference(from frames: AudioSetupInformation) -> String? {
        guard audioType.codec == frames.audioType.codec else {
            return
                "the audio setup information is of \(audioType.rawValue) and the frames are of \(frames.audioType.rawValue)"
        }
        let isSame =
            switch audioType {
            case .zaac, .zach, .zacp: hasCore(of: frames)
            case .zac3: hasAC3Header(of: frames)
            case .zec3: hasSubstreams(of: frames)
            }
        guard !isSame else { return nil }
        return "the audio setup information does not match the frames "
            + "(\(Self.hexadecimalPrefix(setupData)), expected \(Self.hexadecimalPrefix(frames.setupData)))"
    }

    /// Compares AudioSpecificConfig: object type, sampling rate, frame length and channels of the core.
    private func hasCore(of frames: AudioSetupInformation) -> Bool {
        guard let ownConfiguration = try? AudioSpecificConfiguration(setupData[...], at: 0),
            let frameConfiguration = try? AudioSpecificConfiguration(frames.setupData[...], at: 0)
        else { return setupData.starts(with: frames.setupData) }
        // With SBR, the doubled rate may be announced instead of the core's.
        let factors = audioType == .zaac && frames.audioType == .zaac ? [1] : [1, 2]
        let isSameRate = factors.contains {
            ownConfiguration.samplingRate == $0 * frameConfiguration.samplingRate
                || $0 * ownConfiguration.samplingRate == frameConfiguration.samplingRate
        }
        return ownConfiguration.coreObjectType == frameConfiguration.coreObjectType && isSameRate
            && ownConfiguration.hasShortFrames == frameConfiguration.hasShortFrames
            && hasChannels(ownConfiguration.channelCount, frameConfiguration.channelCount)
    }

    /// Compares numbers of channels; PS makes two of one.
    private func hasChannels(_ ownChannels: Int?, _ frameChannels: Int?) -> Bool {
        guard let frameChannels else { return true }
        return ownChannels == frameChannels || audioType == .zacp && ownChannels == 2 && frameChannels == 1
    }

    /// Compares the first bytes of a syncframe, except the CRC.
    ///
    /// These have fscod, frmsizecod (except the bit that alternates at 44.1 kHz), bsid, bsmod and acmod.
    private func hasAC3Header(of frames: AudioSetupInformation) -> Bool {
        let masks: [UInt8] = [0xFF, 0xFF, 0, 0, 0xFE, 0xFF, 0xE0]
        return setupData.count == 10 && frames.setupData.count == 10
            && zip(masks, zip(setupData, frames.setupData)).allSatisfy { $0 & $1.0 == $0 & $1.1 }
    }

    /// Compares the bits of `dec3` after data_rate; this `dec3` may have more bytes than that of `frames`.
    private func hasSubstreams(of frames: AudioSetupInformation) -> Bool {
        guard setupData.count > 2, frames.setupData.count > 2 else { return false }
        return setupData[1] & 0x07 == frames.setupData[1] & 0x07
            && setupData.dropFirst(2).starts(with: frames.setupData.dropFirst(2))
    }

    private static func hexadecimalPrefix(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(bytes.prefix(16))
    }
}

extension AudioSetupInformation.AudioType {
    fileprivate var codec: SampleAESCodec {
        switch self {
        case .zaac, .zach, .zacp: .aac
        case .zac3: .ac3
        case .zec3: .eac3
        }
    }
}
