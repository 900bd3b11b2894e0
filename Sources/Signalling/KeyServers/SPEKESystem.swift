internal import FoundationEssentials

/// Key systems that SPEKE treats in a way of their own, by their DASH-IF ids.
enum SPEKESystem {
    static let fairPlay = id(0x94CE_86FB_07FF_4F43, 0xADB8_93D2_FA96_8CA2)
    static let widevine = id(0xEDEF_8BA9_79D6_4ACE, 0xA3C8_27DC_D51D_21ED)
    static let playReady = id(0x9A04_F079_9840_4286, 0xAB92_E65B_E088_5F95)
    /// The bare key, in SPEKE v2.
    static let clear = id(0x3EA8_778F_7742_4BF9, 0xB18B_E834_B2AC_BD47)
    /// The bare key, in SPEKE v1.
    static let clearOfVersion1 = id(0x8137_6844_F976_481E, 0xA84E_CC25_D39B_0B33)

    /// The `KEYFORMAT` of a system's lines; nil for one that is not known here.
    static func keyFormat(of system: UUID) -> String? {
        [
            fairPlay: "com.apple.streamingkeydelivery", widevine: "urn:uuid:\(text(widevine))",
            playReady: "com.microsoft.playready", clear: "identity",
        ][system]
    }

    /// The id of `system` in a request or reply.
    static func id(of system: UUID, in interface: KeyServerLocation.Interface) -> UUID {
        interface == .speke1 && system == clear ? clearOfVersion1 : system
    }

    /// An id as CPIX and playlists write it: in lower case.
    static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

    private static func id(_ high: UInt64, _ low: UInt64) -> UUID {
        func byte(_ place: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (place < 8 ? high : low) >> UInt64(8 * (7 - place % 8)))
        }
        return UUID(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
                byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            )
        )
    }
}
