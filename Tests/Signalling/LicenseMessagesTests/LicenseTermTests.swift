import Bitstreams
import Ciphers
import ProtectionTerms
import Testing

@testable import LicenseMessages

/// Terms and their numbers in the published tables.
struct LicenseTermTests {
    @Test(
        arguments: [
            (StreamingIndicator.device, 0), (.airPlay, 0xabb0_256a_3184_3974),
            (.avAdapter, 0x5f9c_8132_b59f_2fde),
            (.unknown(7), 7),
        ] as [(StreamingIndicator, UInt64)]
    )
    func `Streaming indicators`(indicator: StreamingIndicator, value: UInt64) {
        #expect(indicator.rawValue == value)
        #expect(StreamingIndicator(rawValue: value) == indicator)
    }

    @Test(
        arguments: [
            (PlaybackState.readyToStart, 0xf4de_e5a2), (.playingOrPaused, 0xa5d6_739e),
            (.playingAndKeyNeeded, 0x4f83_4330), (.halted, 0x5991_bf20), (.unknown(0), 0),
        ] as [(PlaybackState, UInt32)]
    )
    func `Playback states`(state: PlaybackState, value: UInt32) {
        #expect(state.rawValue == value)
        #expect(PlaybackState(rawValue: value) == state)
    }

    @Test(
        arguments: [
            (KeyDurationKind.lease, 0x1a4b_de7e), (.rental, 0x3dfe_45a0), (.leaseAndRental, 0x27b5_9bde),
            (.persistent, 0x3df2_d9fb), (.persistentWithDuration, 0x18f0_6048), (.unknown(1), 1),
        ] as [(KeyDurationKind, UInt32)]
    )
    func `Kinds of durations, whose value ends in 86d34a3a`(kind: KeyDurationKind, value: UInt32) {
        #expect(kind.rawValue == value)
        #expect(KeyDurationKind(rawValue: value) == kind)
        let duration = KeyDuration(leaseSeconds: 0x0102_0304, rentalSeconds: 0x0506_0708, kind: kind)
        #expect(
            duration.value == [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](bigEndian: value) + [0x86, 0xD3, 0x4A, 0x3A]
        )
        #expect(KeyDuration(value: duration.value) == duration)
    }

    @Test(
        arguments: [
            (HDCPRequirement.level(.unprotected), 0xef72_894c_a789_5b78),
            (.level(.type0), 0x4079_1ac7_8bd5_c571),
            (.level(.type1), 0x285a_0863_bba8_e1d3), (.unknown(0), 0),
        ] as [(HDCPRequirement, UInt64)]
    )
    func `HDCP requirements`(requirement: HDCPRequirement, value: UInt64) {
        #expect(requirement.rawValue == value)
        #expect(HDCPRequirement(rawValue: value) == requirement)
    }

    @Test func `Numbers of errors go from -42580 to -42591, and have words`() {
        #expect(KSMStatus.allCases.map(\.rawValue) == Array((-42591...(-42580)).reversed()))
        #expect(KSMStatus.allCases.allSatisfy { !$0.description.isEmpty })
    }

    @Test func `Offline terms have ids of 16 bytes`() {
        let id = [UInt8](repeating: 1, count: 16)
        #expect(OfflineKeyTerms(streamID: [1], titleID: nil, storageSeconds: 0, playbackSeconds: 0) == nil)
        #expect(OfflineKeyTerms(streamID: id, titleID: [1], storageSeconds: 0, playbackSeconds: 0) == nil)
        let terms = OfflineKeyTerms(streamID: id, titleID: nil, storageSeconds: 2, playbackSeconds: 3)
        #expect(terms?.version == 1)
        #expect(terms?.value == [0, 0, 0, 1, 0, 0, 0, 0] + id + [0, 0, 0, 2, 0, 0, 0, 3])
    }
}
