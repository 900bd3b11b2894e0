import Bitstreams
import ElementaryStreams
import TransportStreams

extension AudioSetupInformation {
    /// Parses the data after 'apad' in a registration descriptor, and checks that they match the codec.
    init(
        _ descriptor: ProgramDescriptor,
        of codec: SampleAESCodec,
        _ pid: PacketIdentifier
    ) throws(ProgramMapFault) {
        do throws(ParseError) {
            try self.init(Array(descriptor.body.dropFirst(4))[...], at: 0)
        } catch {
            throw .audioSetup(pid, error)
        }
        try checkType(codec, pid)
        try checkData(codec, pid)
    }

    private func checkType(_ codec: SampleAESCodec, _ pid: PacketIdentifier) throws(ProgramMapFault) {
        let types: [AudioType] =
            switch codec {
            case .avc: []
            case .aac: [.zaac, .zach, .zacp]
            case .ac3: [.zac3]
            case .eac3: [.zec3]
            }
        guard types.contains(audioType) else {
            throw .audioSetupOfAnotherCodec(
                pid,
                found: "type '\(audioType.rawValue)'",
                expected: types.map { "'\($0.rawValue)'" }.joined(separator: " or ") + " of " + codec.rawValue
            )
        }
    }

    private func checkData(_ codec: SampleAESCodec, _ pid: PacketIdentifier) throws(ProgramMapFault) {
        do throws(ParseError) {
            switch codec {
            case .avc: break
            case .aac: _ = try AudioSpecificConfiguration(setupData[...], at: Self.dataOffset)
            case .ac3: try checkSyncFrameStart()
            case .eac3:
                guard setupData.count >= Self.minimumEAC3DataSize else {
                    throw .truncated(
                        offset: Self.dataOffset,
                        needed: UInt64(Self.minimumEAC3DataSize),
                        available: UInt64(setupData.count)
                    )
                }
            }
        } catch {
            throw .audioSetup(pid, error)
        }
    }

    private func checkSyncFrameStart() throws(ParseError) {
        guard setupData.count == Self.syncFramePrefixSize else {
            throw .invalid(
                offset: Self.dataOffset,
                field: "setup_data",
                found: "of \(setupData.count) bytes",
                expected: "the first \(Self.syncFramePrefixSize) of an AC-3 syncframe"
            )
        }
        _ = try AC3SyncFrame(setupData[...], at: Self.dataOffset)
    }

    /// The offset of the setup data, after type, priming, version and length.
    private static let dataOffset: UInt64 = 8
    /// The number of bytes of an AC-3 syncframe in the setup data.
    private static let syncFramePrefixSize = 10
    /// The size in bytes of the content of `dec3` with one independent substream (ETSI TS 102 366 F.6).
    private static let minimumEAC3DataSize = 5
}
