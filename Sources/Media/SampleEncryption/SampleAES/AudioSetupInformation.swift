package import Bitstreams

/// The audio setup information: the data that a decoder needs before the first protected audio frame.
///
/// It follows 'apad' in the registration descriptor of the program map, and is the content of the
/// `com.apple.streaming.audioDescription` frame in packed audio.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Audio Setup.
package struct AudioSetupInformation: Hashable, Sendable {
    /// The audio_type field.
    package enum AudioType: String, CaseIterable, Hashable, Sendable {
        /// AAC LC.
        case zaac
        /// HE-AAC: AAC with SBR.
        case zach
        /// HE-AAC v2: AAC with SBR and PS.
        case zacp
        /// AC-3.
        case zac3
        /// E-AC-3.
        case zec3

        /// The codec of the frames.
        package var codec: SampleAESCodec {
            switch self {
            case .zaac, .zach, .zacp: .aac
            case .zac3: .ac3
            case .zec3: .eac3
            }
        }
    }

    /// The only version that is written and accepted.
    private static let version: UInt8 = 1

    /// The audio type: codec and, for AAC, extensions.
    package let audioType: AudioType
    /// The number of priming samples, or 0 if unknown.
    package let priming: UInt16
    /// The AudioSpecificConfig of AAC, the first 10 bytes of an AC-3 syncframe, or the content of `dec3` for
    /// E-AC-3.
    ///
    /// At most 239 bytes, which is the room that the other fields leave in a registration descriptor.
    package let setupData: [UInt8]

    /// - Precondition: `setupData` has at most 239 bytes.
    package init(audioType: AudioType, priming: UInt16 = 0, setupData: [UInt8]) {
        precondition(setupData.count <= 239)
        self.audioType = audioType
        self.priming = priming
        self.setupData = setupData
    }

    /// The serialized form: type, priming, version, length, data.
    package var bytes: [UInt8] {
        Array(audioType.rawValue.utf8) + [
            UInt8(priming >> 8), UInt8(truncatingIfNeeded: priming), Self.version,
        ]
            + [UInt8(setupData.count)] + setupData
    }

    /// Parses the serialized form, which must take up all of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the serialized form.
    ///   - offset: the offset of the bytes in the stream, for errors.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let name = String(decoding: try reader.read(4), as: UTF8.self)
        guard let audioType = AudioType(rawValue: name) else {
            throw .invalid(
                offset: offset,
                field: "audio_type",
                found: "of an unknown kind",
                expected: AudioType.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        self.audioType = audioType
        priming = try reader.uint16()
        let version = try reader.uint8()
        guard version == Self.version else {
            throw .invalid(offset: offset + 6, field: "version", found: "\(version)", expected: "1")
        }
        let count = try reader.uint8()
        guard Int(count) == reader.count, count <= 239 else {
            throw .invalid(
                offset: offset + 7,
                field: "setup_data_length",
                found: "\(count)",
                expected: count > 239 ? "at most 239" : "\(reader.count), the number of bytes that follow"
            )
        }
        setupData = Array(reader.remainingBytes)
    }
}
