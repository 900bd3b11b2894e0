import Bitstreams
import ISOBaseMedia

/// Sample entries written by hand.
enum Entries {
    /// `avc1` of 64 by 48, with a sequence and a picture parameter set of one byte each.
    static let avc = video("avc1", [avcC(sets: true)])

    static func avcC(sets: Bool) -> BoxNode {
        let lists: [UInt8] = sets ? [0xE1, 0, 1, 0x67, 1, 0, 1, 0x68] : [0xE0, 0]
        return BoxNode("avcC", fields: [1, 77, 64, 21, 0xFF] + lists)
    }

    /// `hvcC` with arrays of parameter sets of two bytes each.
    static let hvcC = BoxNode(
        "hvcC",
        fields: [1] + zeros(20) + [0x03, 3] + [0xA0, 0, 1, 0, 2, 64, 1, 0xA1, 0, 1, 0, 2, 66, 1]
            + [0xA2, 0, 1, 0, 2, 68, 1]
    )

    /// Returns `dvvC` or `dvcC` of a profile, level 5.
    static func dolbyVision(_ type: FourCharacterCode, profile: UInt8) -> BoxNode {
        BoxNode(type, fields: [1, 0, profile << 1, 5 << 3 | 5] + zeros(20))
    }

    static func video(
        _ type: FourCharacterCode,
        _ children: [BoxNode],
        width: UInt16 = 64,
        height: UInt16 = 48
    ) -> BoxNode {
        let size = [UInt8](bigEndian: width) + [UInt8](bigEndian: height)
        let fields = zeros(6) + [0, 1] + zeros(16) + size + [0, 72, 0, 0, 0, 72, 0, 0] + zeros(4) + [0, 1]
        return BoxNode(type, fields: fields + zeros(32) + [0, 24, 255, 255], children: children)
    }

    /// Returns a sample entry of version 0.
    static func sound(
        _ type: FourCharacterCode,
        _ children: [BoxNode],
        channels: UInt8 = 2,
        rate: UInt16 = 48_000
    ) -> BoxNode {
        let fields = zeros(6) + [0, 1] + zeros(8) + [0, channels, 0, 16] + zeros(4)
        return BoxNode(type, fields: fields + [UInt8](bigEndian: rate) + [0, 0], children: children)
    }

    /// Returns `esds` with this AudioSpecificConfig.
    static func esds(_ configuration: [UInt8], objectType: UInt8 = 0x40) -> BoxNode {
        let specific = [5, UInt8(configuration.count)] + configuration
        let decoder = [4, UInt8(13 + specific.count), objectType, 0x15] + zeros(11) + specific
        return BoxNode("esds", fields: zeros(4) + [3, UInt8(3 + decoder.count), 0, 1, 0] + decoder)
    }

    /// AAC LC at 48 kHz in stereo: object type 2, frequency index 3, channel configuration 2.
    static let aac = sound("mp4a", [esds([0x11, 0x90])])
}
