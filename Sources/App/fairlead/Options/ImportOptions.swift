import ArgumentParser
import Ciphers
import CommandLineParts
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// The options for data that a file of keys does not contain.
struct ImportOptions: ParsableArguments {
    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title of the keys.", valueName: "id"))
    var contentID: String?

    @Option(
        help: ArgumentHelp(
            "The track of the keys, or that of one key; repeatable.",
            valueName: "[key-id=]track"
        )
    )
    var track: [String] = []

    @Option(help: "The key period of the keys.")
    var period: Int?

    @Option(help: "The generation of the keys. Default: 1.")
    var generation: Int?

    @Option(
        name: .customLong("key-id"),
        help: ArgumentHelp("The id of a single key that has none.", valueName: "uuid")
    )
    var keyID: String?

    @Option(help: ArgumentHelp("The IV of a single key that has none.", valueName: "hex"))
    var iv: String?

    @Option(
        name: .customLong("key-uri"),
        help: ArgumentHelp(
            "The key URI of a single key, or of one of several keys; repeatable.",
            valueName: "[key-id=]uri"
        )
    )
    var keyURI: [String] = []

    @Option(
        help: """
            With --key-uri: the method, aes-128, sample-aes, sample-aes-ctr or aes-256-gcm (default: sample-aes). With --as \
            key-file and a file of 32 bytes, required: aes-256-gcm for a key, another method for a key and its IV.
            """
    )
    var method: ProtectionMethod?

    @Option(help: ArgumentHelp("skm: the key that the keys are wrapped under.", valueName: "file"))
    var wrapKey: String?

    @Option(
        name: .customLong("wrap-key-id"),
        help: ArgumentHelp("skm: the expected name of --wrap-key.", valueName: "text")
    )
    var wrapKeyID: String?

    @Option(
        help: ArgumentHelp(
            "cpix, expressplay-token: the recipient's private key.",
            valueName: "key.pem"
        )
    )
    var privateKey: String?

    init() {}

    /// Throws for invalid values and for options that contradict each other.
    func validate() throws {
        if let keyID, UUID(uuidString: keyID) == nil { throw ValidationError("--key-id is not a UUID") }
        if let iv, InitializationVector(hexadecimal: iv) == nil {
            throw ValidationError("--iv is not an IV (expected 32 hexadecimal digits)")
        }
        if period.map({ $0 < 0 }) == true { throw ValidationError("--period must be at least 0") }
        if generation.map({ $0 < 1 }) == true { throw ValidationError("--generation must be at least 1") }
        if keyURI.count(where: { Self.splitKeyID($0) == nil }) > 1 {
            throw ValidationError("--key-uri is given twice for one key; say --key-uri KEY-ID=URI")
        }
        if wrapKeyID != nil, wrapKey == nil { throw ValidationError("--wrap-key-id requires --wrap-key") }
        if track.count(where: { Self.splitKeyID($0) == nil }) > 1 {
            throw ValidationError("--track is given twice for all keys; say --track KEY-ID=TRACK")
        }
    }

    /// Returns the settings of the import, with the contents of the files that options name.
    ///
    /// - Throws: `RunFailure` for an invalid id, and for a file that cannot be read.
    func settings() throws -> ImportSettings {
        var settings = ImportSettings()
        settings.contentID = try contentID.map { try ContentID(argument: $0) }
        for text in track {
            if let (id, name) = Self.splitKeyID(text) {
                settings.tracks[id] = name
            } else {
                settings.track = text
            }
        }
        for text in keyURI {
            if let (id, uri) = Self.splitKeyID(text) {
                settings.keyURIs[id] = uri
            } else {
                settings.keyURI = text
            }
        }
        settings.method = method?.rawValue
        settings.period = period
        settings.generation = generation
        settings.keyID = keyID.flatMap(UUID.init(uuidString:))
        settings.iv = iv.flatMap { InitializationVector(hexadecimal: $0) }
        settings.wrappingKey = try wrapKey.map { try KeyMaterialFile.wrappingKey($0, id: wrapKeyID) }
        settings.privateKey = try privateKey.map {
            try KeyMaterialFile.privateKey($0, option: "--private-key")
        }
        return settings
    }

    /// Splits `KEY-ID=TEXT`; nil for a text without a key id, which may contain an equals sign.
    private static func splitKeyID(_ text: String) -> (UUID, String)? {
        guard let equals = text.firstIndex(of: "="), let id = UUID(uuidString: String(text[..<equals])) else {
            return nil
        }
        return (id, String(text[text.index(after: equals)...]))
    }
}
