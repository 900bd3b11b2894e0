import Bitstreams
import ElementaryStreams
import ProtectionTerms

/// A builder of the setup information of AAC: an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) from the ADTS
/// header and the first frames.
struct AACSetupBuilder: AudioSetupBuilder {
    /// The maximum number of frames to search for a program configuration.
    private static let maximumFrames = 8
    /// The only audio object type for which SAMPLE-AES has audio types.
    private static let lowComplexity: UInt8 = 2

    private let declaredType: AudioSetupInformation.AudioType?
    private var header: ADTSHeader.FixedHeader?
    private var programConfiguration: ProgramConfiguration?
    private var detector = AACExtensionDetector()
    private var frameCount = 0
    private var offset: UInt64 = 0
    private var isDecided = false

    init(declaredType: AudioSetupInformation.AudioType?) {
        self.declaredType = declaredType
    }

    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        if header == nil { try parseHeader(bytes, at: offset) }
        frameCount += 1
        // A frame that cannot be parsed gives no information here; it is left to decoders to reject it.
        if let frame = try? AACFrame(bytes, at: offset) {
            programConfiguration = programConfiguration ?? frame.programConfiguration
            isDecided = detector.examine(frame) || isDecided
        }
        let lacksConfiguration = header?.channelConfiguration == 0 && programConfiguration == nil
        guard frameCount < Self.maximumFrames || !lacksConfiguration else { return true }
        return isDecided && !lacksConfiguration || frameCount >= 8 * Self.maximumFrames
    }

    private mutating func parseHeader(_ bytes: ArraySlice<UInt8>, at offset: UInt64)
        throws(SampleEncryptionError)
    {
        do {
            header = try ADTSHeader(bytes, at: offset).fixedHeader
        } catch {
            throw .malformed(error)
        }
        self.offset = offset
        guard let type = header?.audioObjectType, type != Self.lowComplexity else { return }
        throw .unsupported(
            offset: offset,
            what: "AAC of audio object type \(type)",
            remedy: "Encode it as AAC LC or HE-AAC, or use \(CommandOption.method) aes-128"
        )
    }

    func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        guard let header else { return nil }
        guard header.channelConfiguration > 0 || programConfiguration != nil else {
            throw .unsupported(
                offset: offset,
                what: "AAC whose frames do not say which channels they have",
                remedy:
                    "Encode it with a channel configuration of 1 to 7, or use \(CommandOption.method) aes-128"
            )
        }
        let type = audioType
        var writer = BitWriter()
        AudioSpecificConfiguration.writeCore(header, programConfiguration, to: &writer)
        if type != .zaac {
            AudioSpecificConfiguration.writeExtensions(
                coreRate: header.samplingRate,
                hasParametricStereo: type == .zacp,
                to: &writer
            )
        }
        return AudioSetupInformation(audioType: type, setupData: writer.bytes)
    }

    /// The audio type that the frames show, or the declared one where they leave it open.
    private var audioType: AudioSetupInformation.AudioType {
        let declaresExtension = declaredType == .zach || declaredType == .zacp
        switch (detector.sbr, detector.ps) {
        case (_, .present): return .zacp
        case (.present, .absent): return .zach
        case (.present, .unknown): return declaredType == .zacp ? .zacp : .zach
        case (.absent, _): return .zaac
        case (.unknown, _): return declaresExtension ? declaredType ?? .zaac : .zaac
        }
    }
}
