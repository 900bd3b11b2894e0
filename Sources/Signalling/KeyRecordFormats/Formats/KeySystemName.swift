internal import FoundationEssentials
internal import HLSPlaylists

/// A key system as records call it, with what playlists and CPIX documents call it.
struct KeySystemName: Hashable {
    /// `fairplay`, `widevine`, ...; of an unknown system its KEYFORMAT.
    let name: String
    /// The value of KEYFORMAT.
    let keyFormat: String
    /// DASH-IF system ids; the first is written, all are read.
    let systemIDs: [UUID]

    static let fairPlay = KeySystemName(
        "fairplay",
        EncryptionKey.fairPlay,
        "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
    )
    static let widevine = KeySystemName(
        "widevine",
        EncryptionKey.widevine,
        "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
    )
    static let playReady = KeySystemName(
        "playready",
        EncryptionKey.playReady,
        "9a04f079-9840-4286-ab92-e65be0885f95"
    )
    /// AWS has one id for clear keys in SPEKE v2 and another in v1.
    static let identity = KeySystemName(
        "identity",
        EncryptionKey.identity,
        "3ea8778f-7742-4bf9-b18b-e834b2acbd47",
        "81376844-f976-481e-a84e-cc25d39b0b33"
    )

    static let known = [fairPlay, widevine, playReady, identity]

    private init(_ name: String, _ keyFormat: String, _ systemIDs: String...) {
        self.name = name
        self.keyFormat = keyFormat
        self.systemIDs = systemIDs.compactMap(UUID.init(uuidString:))
    }

    /// The system of a record.
    init(name: String) {
        self = Self.known.first { $0.name == name } ?? KeySystemName(name, name)
    }

    /// The system of a KEYFORMAT; nil and empty mean identity, and UUIDs are the same in either case.
    init(keyFormat: String?) {
        let written = keyFormat.flatMap { $0.isEmpty ? nil : $0 } ?? EncryptionKey.identity
        self =
            Self.known.first {
                $0.keyFormat == written || ($0 == .widevine && $0.keyFormat == written.lowercased())
            } ?? KeySystemName(written, written)
    }
}
