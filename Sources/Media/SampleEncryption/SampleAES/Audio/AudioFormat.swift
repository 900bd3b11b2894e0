import ElementaryStreams

/// The format of an audio stream: the fields of the setup information that are the same for all frames.
///
/// Segments of one format can share one setup information, although that of their first frames differs: AC-3
/// has a checksum in it, E-AC-3 a measured rate, and AAC shows SBR only where there is sound.
package struct AudioFormat: Hashable, Sendable {
    /// The codec of the frames.
    let codec: SampleAESCodec
    /// The fields that do not change from frame to frame.
    private let fields: [UInt8]

    /// Creates the format of the frames from which `setup` was built.
    package init(_ setup: AudioSetupInformation) {
        codec = setup.audioType.codec
        fields =
            switch setup.audioType {
            case .zaac: setup.setupData
            case .zach, .zacp: Self.core(setup.setupData)
            case .zac3: Self.syncFrame(setup.setupData)
            case .zec3: Self.withoutRate(setup.setupData)
            }
    }

    /// Returns the configuration before the extensions.
    ///
    /// These begin with two whole bytes: syncExtensionType 0x2B7 and the object type of SBR, 5 bits (ISO/IEC
    /// 14496-3, 1.6.2.1).
    private static func core(_ data: [UInt8]) -> [UInt8] {
        let extensionStart = data.indices.dropLast().last { data[$0] == 0x56 && data[$0 + 1] == 0xE5 }
        return Array(data.prefix(extensionStart ?? data.count))
    }

    /// Returns fscod, the bit rate of frmsizecod, bsid, bsmod, acmod and lfeon (ETSI TS 102 366, 4.3).
    ///
    /// At 44.1 kHz the lowest bit of frmsizecod changes from frame to frame.
    private static func syncFrame(_ data: [UInt8]) -> [UInt8] {
        guard let frame = try? AC3SyncFrame(data[...], at: 0),
            let information = try? DolbyBitStreamInformation(data[...], at: 0)
        else { return data }
        return [
            frame.samplingRateCode, frame.frameSizeCode / 2, frame.bitstreamID,
            information.bitstreamMode, information.codingMode, information.hasLowFrequencyChannel ? 1 : 0,
        ]
    }

    /// Returns the content of `dec3` without its first 13 bits, data_rate (ETSI TS 102 366, F.6).
    private static func withoutRate(_ data: [UInt8]) -> [UInt8] {
        guard data.count > 2 else { return data }
        return [data[1] & 0x07] + data[2...]
    }
}
