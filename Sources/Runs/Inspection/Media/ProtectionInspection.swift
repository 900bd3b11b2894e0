import ElementaryStreams
import SampleEncryption
import TextFormats

/// The protection that a file signals for a stream.
package struct ProtectionInspection: Sendable, Encodable {
    /// The audio setup information of encrypted audio.
    package struct AudioSetup: Sendable, Encodable {
        /// The audio type: `zaac`, `zach`, `zacp`, `zac3` or `zec3`.
        package let type: String
        /// The number of priming samples.
        package let priming: UInt16
        /// The setup data in hexadecimal.
        package let data: String
        /// A description of the setup data, such as `AAC, object type 2, 48000 Hz`.
        package let words: String
    }

    /// The method, always `SAMPLE-AES`.
    package let method: String
    /// The name of the codec, such as `H.264`.
    package let codec: String
    /// The audio setup information; nil for video, and if it is missing or malformed.
    package let audioSetup: AudioSetup?

    init(_ codec: SampleAESCodec, _ setup: AudioSetupInformation?) {
        method = "SAMPLE-AES"
        self.codec = codec.rawValue
        audioSetup = setup.map { AudioSetup($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case method, codec
        case audioSetup = "audio_setup"
    }
}

extension ProtectionInspection.AudioSetup {
    fileprivate init(_ setup: AudioSetupInformation) {
        type = setup.audioType.rawValue
        priming = setup.priming
        data = Hexadecimal.encode(setup.setupData)
        words = Self.description(for: setup)
    }

    private static func description(for setup: AudioSetupInformation) -> String {
        let bytes = setup.setupData[...]
        switch setup.audioType {
        case .zaac, .zach, .zacp:
            let name = [.zaac: "AAC", .zach: "HE-AAC", .zacp: "HE-AAC v2"][setup.audioType] ?? "AAC"
            guard let configuration = try? AudioSpecificConfiguration(bytes, at: 0) else {
                return name + ", AudioSpecificConfig that cannot be read"
            }
            return "\(name), object type \(configuration.objectType), \(configuration.samplingRate) Hz"
        case .zac3:
            guard let frame = try? AC3SyncFrame(bytes, at: 0) else {
                return "AC-3, syncframe that cannot be read"
            }
            return "AC-3, \(frame.samplingRate) Hz, frames of \(frame.frameSize) bytes"
        case .zec3:
            guard bytes.count >= 2 else { return "E-AC-3, dec3 that cannot be read" }
            let start = UInt16(setup.setupData[0]) << 8 | UInt16(setup.setupData[1])
            return "E-AC-3, \(start >> 3) kbit/s, independent substreams: \(start & 7 + 1)"
        }
    }
}
