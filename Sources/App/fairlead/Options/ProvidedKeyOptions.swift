import ArgumentParser
import Ciphers
import CommandLineParts
import Failures
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import Protection
import ProtectionTerms
import TextFormats
import WipedMemory

/// The options for a key that does not come from the store.
struct ProvidedKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the key in this file, raw or in hex: 16 bytes, or 32 bytes with its IV; with aes-256-gcm a key of 32 bytes. "
                + "- reads standard input.",
            valueName: "path"
        )
    )
    var keyFile: String?

    @Option(
        help: ArgumentHelp("Use this key (for tests: other users can see a command line).", valueName: "hex")
    )
    var key: String?

    @Option(help: ArgumentHelp("The IV that belongs to --key.", valueName: "hex"))
    var iv: String?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("The id of the key.", valueName: "uuid"))
    var keyID: String?

    @Option(
        help: ArgumentHelp(
            "Derive the keys from this secret: 32 bytes or more, raw or in hex, mode 0600.",
            valueName: "path"
        )
    )
    var deriveFrom: String?

    @Option(help: "How --derive-from derives: hkdf-sha256 or sp800-108 (default: hkdf-sha256).")
    var deriveWith: KeyDerivation?

    /// The options that are given.
    var givenOptions: [String] {
        [
            ("--key-file", keyFile), ("--key", key), ("--iv", iv), ("--key-id", keyID),
            ("--derive-from", deriveFrom), ("--derive-with", deriveWith?.rawValue),
        ]
        .filter { $0.1 != nil }.map(\.0)
    }

    func validate() throws {
        if keyFile != nil, key != nil {
            throw ValidationError("--key-file and --key cannot be combined. Leave one of them out")
        }
        if deriveFrom != nil, keyFile != nil || key != nil {
            throw ValidationError(
                "--derive-from and \(key == nil ? "--key-file" : "--key") cannot be combined. Leave one of them out"
            )
        }
        if deriveWith != nil, deriveFrom == nil {
            throw ValidationError("--derive-with requires --derive-from")
        }
        if iv != nil, key == nil { throw ValidationError("--iv requires --key") }
        if keyID != nil, key == nil, keyFile == nil {
            throw ValidationError("--key-id requires --key or --key-file")
        }
        if let keyID, UUID(uuidString: keyID) == nil {
            throw ValidationError("--key-id is not a UUID (expected xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx)")
        }
        // Decoders take this id for the absence of a key.
        if let keyID, UUID(uuidString: keyID)?.bytes.allSatisfy({ $0 == 0 }) == true {
            throw ValidationError("--key-id has only zeros (expected a unique id)")
        }
    }

    /// Returns the secret that keys are derived from, or nil if none is given.
    func masterSecret() throws -> MasterSecret? {
        try deriveFrom.map { try MasterSecret.load(file: $0, derivation: deriveWith ?? .hkdfSHA256) }
    }

    /// Returns the given key, or nil if none is given.
    ///
    /// - Parameter length: the required length of the key.
    /// - Returns: the key, with its IV and its id if they are given.
    /// - Throws: `RunFailure` if the key is invalid.
    func providedKey(_ length: KeyLength) throws -> KeyRequest.ProvidedKey? {
        let provided = try readKey(length)
        if let provided {
            try refuseExposure(of: provided)
            warnOfWeakness(of: provided)
        }
        return provided
    }

    /// Throws if the IV or the key id reveals the key.
    private func refuseExposure(of provided: KeyRequest.ProvidedKey) throws {
        guard let exposure = KeyExposure(of: provided.key, iv: provided.iv, keyID: provided.keyID) else {
            return
        }
        throw RunFailure(
            keyFile == nil ? .usage : .malformed,
            at: keyFile ?? "--key",
            "the key is not accepted: \(exposure.description)",
            expected: "a different \(exposure.rawValue)",
            remedy: exposure == .keyID ? "Give another --key-id, or none." : "Give another IV, or none."
        )
    }

    /// Warns about a weak key, and about an IV that equals the key id.
    private func warnOfWeakness(of provided: KeyRequest.ProvidedKey) {
        let option = keyFile.map { "--key-file \($0)" } ?? "--key"
        if let weakness = provided.key.weakness {
            Diagnostics.shared.warning("\(option): the key \(weakness)")
        }
        if let iv = provided.iv, iv.bytes == provided.keyID?.bytes {
            Diagnostics.shared.warning("\(option): the IV is the key id")
        }
    }

    private func readKey(_ length: KeyLength) throws -> KeyRequest.ProvidedKey? {
        let id = keyID.flatMap(UUID.init(uuidString:))
        if let keyFile {
            let contents = try KeyMaterialFile.contentKey(keyFile, length)
            return KeyRequest.ProvidedKey(key: contents.key, iv: contents.iv, keyID: id)
        }
        guard let key else { return nil }
        Diagnostics.shared.warning("--key: a command line can be seen by other users; use --key-file")
        guard iv == nil || length == .bits128 else {
            throw RunFailure(
                .usage,
                at: "--iv",
                "a key of aes-256-gcm has no IV, as each segment has one of its own",
                remedy: "Leave it out."
            )
        }
        guard var bytes = Hexadecimal.decode(key), bytes.count == length.byteCount else {
            throw RunFailure(
                .usage,
                at: "--key",
                "this is not a valid key",
                found: "\(key.utf8.count) characters",
                expected:
                    "\(2 * length.byteCount) hexadecimal digits\(length == .bits256 ? " with aes-256-gcm" : "")",
                remedy: "Correct it."
            )
        }
        defer { secureErase(&bytes) }
        let parsedIV = iv.flatMap { InitializationVector(hexadecimal: $0) }
        if iv != nil, parsedIV == nil {
            throw RunFailure(
                .usage,
                at: "--iv",
                "this is not a valid IV",
                expected: "32 hexadecimal digits",
                remedy: "Correct it."
            )
        }
        return KeyRequest.ProvidedKey(key: try ContentKey(copying: bytes), iv: parsedIV, keyID: id)
    }
}

extension KeyDerivation: ExpressibleByArgument {}
