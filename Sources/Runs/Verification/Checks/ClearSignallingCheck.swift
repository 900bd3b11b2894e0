import Bitstreams
import Inspection
import MediaSyntax
import SampleEncryption
import TransportStreams

/// Reports protected samples in clear bytes of renditions where no key that protects samples is in force.
enum ClearSignallingCheck: ClearBytesCheck {
    static func findings(on bytes: ClearBytes) -> [Finding] {
        let (item, syntax) = (bytes.item, bytes.syntax)
        if syntax.packedAudio?.hasAudioDescription == true { return [item.audioDescriptionFinding] }
        if let track = syntax.initializationSection?.encryptedTrack {
            let message = "the sample entries of track \(track) are encrypted, and no key is in force"
            return [item.finding(.signalling, message)]
        }
        return item.findings(onProtected: syntax.transportStream?.elementaryStreams ?? [])
    }
}

extension VerificationItem {
    /// The finding that packed audio without a key of SAMPLE-AES says that it is encrypted.
    var audioDescriptionFinding: Finding {
        let message = "an ID3 frame says that the audio is encrypted, and no key of SAMPLE-AES is in force"
        return finding(.signalling, message)
    }

    /// Returns a finding about each stream of a program map that is encrypted without a key of SAMPLE-AES.
    func findings(onProtected streams: [ProgramMapTable.ElementaryStream]) -> [Finding] {
        streams.compactMap { stream in
            guard case .protected = ElementaryStreamRole(stream) else { return nil }
            return finding(
                .signalling,
                "\(stream.description) is signalled as SAMPLE-AES, and no such key is in force"
            )
        }
    }
}

extension ProgramMapTable.ElementaryStream {
    /// The text for messages: "stream_type 0x1B on PID 0x0100".
    var description: String { "stream_type \(type.rawValue.hexadecimalText) on \(pid)" }
}
