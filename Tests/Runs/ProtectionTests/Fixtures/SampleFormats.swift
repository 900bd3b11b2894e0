import CommonEncryption
import ProtectionTerms
import SampleEncryption
import TransportStreams

@testable import Protection

/// Simulated surveys of a transport stream of H.264 and AAC, and of packed AAC.
enum SampleFormats {
    static let setup = AudioSetupInformation(audioType: .zaac, setupData: [0x11, 0x90])

    /// Returns a program map with H.264 on PID 0x0100 and AAC on 0x0101.
    ///
    /// Written by hand from ISO/IEC 13818-1, table 2-33.
    private static func programMap(version: UInt8) throws -> ProgramMapTable {
        let body: [UInt8] = [
            0xE1, 0x00, 0xF0, 0x00,
            0x1B, 0xE1, 0x00, 0xF0, 0x00,
            0x0F, 0xE1, 0x01, 0xF0, 0x00,
        ]
        var section: [UInt8] =
            [0x02, 0xB0, UInt8(5 + body.count + 4), 0x00, 0x01, 0xC1 | version << 1, 0x00, 0x00] + body
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in section {
            crc ^= UInt32(byte) << 24
            for _ in 0..<8 { crc = crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1 }
        }
        section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
        return try ProgramMapTable(try ProgramSection(section, at: 0))
    }

    static func tables(
        _ format: PacketFormat = .plain,
        hasTables: Bool = true,
        setup: AudioSetupInformation? = SampleFormats.setup,
        version: UInt8 = 0
    ) throws -> TransportStreamSurvey {
        TransportStreamSurvey(
            packetFormat: format,
            hasTables: hasTables,
            programMapPID: PacketIdentifier(0x1000),
            programMap: try programMap(version: version),
            streams: [
                .init(pid: PacketIdentifier(0x100), codec: .avc),
                .init(pid: PacketIdentifier(0x101), codec: .aac, setup: setup),
            ]
        )
    }

    static func stream(hasTables: Bool = true) throws -> SurveyedFormat {
        .transportStream(try tables(hasTables: hasTables))
    }

    static var packed: SurveyedFormat { .packedAudio(PackedAudioSurvey(codec: .aac, setup: setup)) }

    /// Returns formats by name: `init…` for program tables, `.ts` for segments, `.aac` for packed audio.
    static func formats(of files: some Sequence<String>, hasTables: Bool = true) throws -> [String:
        SurveyedFormat]
    {
        var formats: [String: SurveyedFormat] = [:]
        for file in files {
            if file.hasPrefix("init") {
                formats[file] = .transportStream(try tables())
            } else if file.hasSuffix(".ts") {
                formats[file] = try stream(hasTables: hasTables)
            } else if file.hasSuffix(".aac") {
                formats[file] = packed
            }
        }
        return formats
    }
}

extension ProtectionPolicy {
    /// Returns SAMPLE-AES with these key systems; without any, the URI suggests them.
    static func sampleAES(
        _ systems: KeySystem...,
        granularity: KeyGranularity = .presentation,
        clearLead: Duration = .zero,
        rotation: Duration? = nil
    ) -> ProtectionPolicy {
        var policy = ProtectionPolicy(
            .segment,
            granularity: granularity,
            clearLead: clearLead,
            rotation: rotation
        )
        policy.method = .sampleAES
        policy.keySystems = systems.isEmpty ? nil : systems
        return policy
    }
}
