import ArgumentParser
import Ciphers
import Foundation
import HLSPackaging

/// A key from outside.
struct ProvidedKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this key: 16 bytes, or key and IV, 32 bytes, raw or in hex; - reads standard input.",
            valueName: "path"
        )
    )
    var keyFile: String?

    @Option(help: ArgumentHelp("Use this key (for tests: others can see a command line).", valueName: "hex"))
    var key: String?

    @Option(help: ArgumentHelp("The IV that belongs to --key.", valueName: "hex"))
    var iv: String?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("The id of the key.", valueName: "uuid"))
    var keyID: String?

    func validate() throws {
        if keyFile != nil, key != nil { throw ValidationError("--key-file and --key exclude each other") }
        if iv != nil, key == nil { throw ValidationError("--iv goes with --key") }
        if keyID != nil, key == nil, keyFile == nil {
            throw ValidationError("--key-id goes with --key or --key-file")
        }
        if let keyID, UUID(uuidString: keyID) == nil {
            throw ValidationError("--key-id is not a UUID (expected xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx)")
        }
    }

    /// The key that was given; nil if none was.
    func providedKey() throws -> KeyRequest.ProvidedKey? {
        let id = keyID.flatMap(UUID.init(uuidString:))
        if let keyFile { return try Self.read(keyFile, keyID: id) }
        guard let key else { return nil }
        Diagnostics.shared.warning("--key: a command line can be seen by others; use --key-file")
        guard let bytes = Hexadecimal.decode(key), bytes.count == ContentKey.byteCount else {
            throw CommandFailure(
                .usage,
                "--key: this is no key (expected 32 hexadecimal digits). Correct it."
            )
        }
        let vector = iv.flatMap { InitializationVector(hexadecimal: $0) }
        if iv != nil, vector == nil {
            throw CommandFailure(.usage, "--iv: this is no IV (expected 32 hexadecimal digits). Correct it.")
        }
        return KeyRequest.ProvidedKey(key: try ContentKey(copying: bytes), iv: vector, keyID: id)
    }

    private static func read(_ path: String, keyID: UUID?) throws -> KeyRequest.ProvidedKey {
        var bytes = try contents(of: path)
        defer { secureErase(&bytes) }
        if ![16, 32].contains(bytes.count) {
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard let decoded = Hexadecimal.decode(text), [16, 32].contains(decoded.count) else {
                throw CommandFailure(
                    .malformed,
                    "\(path): this is no key file (\(bytes.count) bytes, expected 16 or 32, raw or in hex). "
                        + "Write the bare key."
                )
            }
            bytes = decoded
        } else if bytes.count == 32, let decoded = Hexadecimal.decode(String(decoding: bytes, as: UTF8.self))
        {
            // 32 hexadecimal digits are a key in hex: 32 random bytes look so once in 10^33 times.
            bytes = decoded
        }
        return KeyRequest.ProvidedKey(
            key: try ContentKey(copying: Array(bytes[..<16])),
            iv: bytes.count == 32 ? try InitializationVector(bytes: Array(bytes[16...])) : nil,
            keyID: keyID
        )
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let limit = 4096
        if path == "-" {
            return Array(try FileHandle.standardInput.read(upToCount: limit) ?? Data())
        }
        do {
            return try InputFile.contents(of: path, limit: UInt64(limit))
        } catch {
            throw PackagingError.system(error)
        }
    }
}
