import SampleEncryption
import Testing

@testable import Verification

/// Audio setup information compared with the setup that the frames show.
struct AudioSetupComparisonTests {
    private static func information(_ type: AudioSetupInformation.AudioType, _ data: [UInt8])
        -> AudioSetupInformation
    {
        AudioSetupInformation(audioType: type, setupData: data)
    }

    private static let aac = information(.zaac, [0x11, 0x90])
    private static let ac3 = information(.zac3, [0x0B, 0x77, 0xE1, 0xC1, 0x10, 0x40, 0x43, 0xE1, 0x06, 0xF0])
    private static let eac3 = information(.zec3, [0x04, 0x00, 0x20, 0x04, 0x00])

    static let alike: [(AudioSetupInformation, AudioSetupInformation)] = [
        (aac, aac), (ac3, ac3), (eac3, eac3),
        // Shaka Packager writes AAC LC with a sync extension that denies SBR.
        (information(.zaac, [0x11, 0x90, 0x56, 0xE5, 0x00]), aac),
        // The setup signals SBR to 48 kHz over an AAC LC core at 24 kHz; the frames show only 24 kHz and LC.
        (information(.zach, [0x2B, 0x11, 0x88, 0x00]), information(.zaac, [0x13, 0x10])),
        // Another frame of the stream, with another checksum, size at 44.1 kHz, and dialogue level.
        (
            information(.zac3, [0x0B, 0x77, 0x12, 0x34, 0x11, 0x40, 0x5F, 0xE1, 0x06, 0xF0]), ac3
        ),
        // Another data rate, and data after the substreams.
        (information(.zec3, [0x0C, 0x00, 0x20, 0x04, 0x00, 0x01, 0x10]), eac3),
    ]

    @Test(arguments: alike)
    func isThatOfTheFrames(_ described: AudioSetupInformation, _ frames: AudioSetupInformation) {
        #expect(described.difference(from: frames) == nil)
    }

    static let different: [(AudioSetupInformation, AudioSetupInformation)] = [
        (aac, ac3), (eac3, ac3),
        // AAC Main; 96 kHz.
        (information(.zaac, [0x09, 0x90]), aac), (information(.zaac, [0x10, 0x10]), aac),
        // 44.1 kHz; bsid 6; one channel.
        (information(.zac3, [0x0B, 0x77, 0, 0, 0x50, 0x40, 0x43, 0, 0, 0]), ac3),
        (information(.zac3, [0x0B, 0x77, 0, 0, 0x10, 0x30, 0x43, 0, 0, 0]), ac3),
        (information(.zac3, [0x0B, 0x77, 0, 0, 0x10, 0x40, 0x23, 0, 0, 0]), ac3),
        (information(.zac3, [0x0B, 0x77]), ac3),
        // acmod 7 instead of 2; a second independent substream.
        (information(.zec3, [0x04, 0x00, 0x20, 0x0E, 0x00]), eac3),
        (information(.zec3, [0x04, 0x01, 0x20, 0x04, 0x00, 0x20, 0x04, 0x00]), eac3),
        (information(.zec3, []), eac3),
    ]

    @Test(arguments: different)
    func isNotThatOfTheFrames(_ described: AudioSetupInformation, _ frames: AudioSetupInformation) {
        #expect(described.difference(from: frames) != nil)
    }
}
