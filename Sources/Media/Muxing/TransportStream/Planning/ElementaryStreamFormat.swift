import Mezzanines
import TextFormats
import TransportStreams

/// The format of a track in a transport stream: its entry in the program map and its PES packets.
struct ElementaryStreamFormat: Sendable {
    /// The conversion of samples to PES packet data.
    enum Carriage: Sendable {
        case avc(AVCByteStreamFormat)
        case audio(AudioFraming)
    }

    /// The name of the container in messages.
    static let container = "transport streams"
    private static let languageTag: UInt8 = 0x0A

    /// stream_type (ISO/IEC 13818-1 table 2-34; for AC-3 and E-AC-3 ATSC A/52 annexes A and G).
    let type: StreamType
    /// stream_id of PES packets; private_stream_1 for AC-3 and E-AC-3.
    let streamID: UInt8
    /// The descriptors in the program map.
    let descriptors: [ProgramDescriptor]
    let carriage: Carriage

    /// Determines the format of a track.
    ///
    /// HEVC is possible in transport streams, but HLS requires fragmented MP4 for it ("HLS Authoring
    /// Specification", 1.5).
    ///
    /// - Throws: `MezzanineError` for an unsupported codec or a malformed configuration.
    init(_ track: SourceTrack) throws(MezzanineError) {
        switch track.format.codec {
        case .avc:
            type = StreamType(rawValue: 0x1B)
            streamID = 0xE0
            descriptors = []
            do {
                carriage = .avc(try AVCByteStreamFormat(track))
            } catch {
                throw .malformed(path: track.path, error)
            }
        case .aac:
            carriage = .audio(try AudioFraming(track, container: Self.container))
            type = StreamType(rawValue: 0x0F)
            streamID = 0xC0
            descriptors = Self.languageDescriptors(track)
        case .ac3:
            carriage = .audio(.syncframes)
            type = StreamType(rawValue: 0x81)
            streamID = 0xBD
            descriptors = [Self.registrationDescriptor("AC-3")] + Self.languageDescriptors(track)
        case .eac3:
            carriage = .audio(.syncframes)
            type = StreamType(rawValue: 0x87)
            streamID = 0xBD
            descriptors = [Self.registrationDescriptor("EAC3")] + Self.languageDescriptors(track)
        case .hevc, .av1, .opus, .flac, .alac:
            throw CarriageError.unsupportedCodec(track, in: Self.container + " for HLS")
        }
    }

    /// Returns a registration_descriptor (ISO/IEC 13818-1, 2.6.8).
    private static func registrationDescriptor(_ format: String) -> ProgramDescriptor {
        ProgramDescriptor(tag: ProgramDescriptor.registrationTag, body: Array(format.utf8))
    }

    /// Returns an ISO_639_language_descriptor (ISO/IEC 13818-1, 2.6.18) with audio_type 0, if the language
    /// has three letters.
    private static func languageDescriptors(_ track: SourceTrack) -> [ProgramDescriptor] {
        guard let letters = track.language.map({ Array($0.utf8) }), letters.count == 3,
            letters.allSatisfy(\.isASCIILowercase)
        else { return [] }
        return [ProgramDescriptor(tag: languageTag, body: letters + [0])]
    }
}
