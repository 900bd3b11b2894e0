import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import KeyURITemplates
import ProtectionTerms
import TextFormats
import WipedMemory

/// A parser for the text fields of key records, whose errors never show a value that may be a key.
struct ImportFieldParser: LocatedInput {
    let location: String
    /// The allowed key lengths; only some formats can represent AES-256 keys.
    var keyLengths: [KeyLength] = [.bits128]

    /// Parses a key in hexadecimal digits, with or without `0x`, and erases the digits.
    func key(hexadecimal digits: inout [UInt8], _ name: String) throws(RunFailure) -> ContentKey {
        defer { secureErase(&digits) }
        let start = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) ? 2 : 0
        let count = digits.count - start
        guard var bytes = Hexadecimal.decode(ascii: digits.span.extracting(start..<digits.count)) else {
            throw error(
                "\(name) is not in hexadecimal digits",
                found: CountText.text(count, "character"),
                expected: lengths { 2 * $0.byteCount } + " digits"
            )
        }
        return try key(&bytes, name)
    }

    /// Parses a key in base64, and erases the characters.
    func key(base64 characters: inout [UInt8], _ name: String) throws(RunFailure) -> ContentKey {
        defer { secureErase(&characters) }
        guard var bytes = Base64.decode(characters.span) else {
            throw error(
                "\(name) is not in base64",
                found: CountText.text(characters.count, "character"),
                expected: "22 base64 digits and =="
            )
        }
        return try key(&bytes, name)
    }

    private func key(_ bytes: inout [UInt8], _ name: String) throws(RunFailure) -> ContentKey {
        defer { secureErase(&bytes) }
        guard let key = try? ContentKey(copying: bytes), keyLengths.contains(key.length) else {
            throw error(
                "\(name) has \(CountText.text(bytes.count, "byte")), expected \(lengths(\.byteCount))"
            )
        }
        return key
    }

    /// Returns the allowed lengths in bytes or digits, for errors.
    private func lengths(_ size: (KeyLength) -> Int) -> String {
        keyLengths.map { String(size($0)) }.joined(separator: " or ")
    }

    func iv(hexadecimal text: String, _ name: String) throws(RunFailure) -> InitializationVector {
        guard let iv = InitializationVector(hexadecimal: text) else {
            throw error(
                "\(name) is not an IV",
                found: CountText.text(text.utf8.count, "character"),
                expected: "32 hexadecimal digits"
            )
        }
        return iv
    }

    func iv(base64 text: String, _ name: String) throws(RunFailure) -> InitializationVector {
        guard let bytes = Base64.decode(text),
            let iv = try? InitializationVector(bytes: bytes)
        else {
            throw error(
                "\(name) is not an IV",
                found: CountText.text(text.utf8.count, "character"),
                expected: "22 base64 digits and =="
            )
        }
        return iv
    }

    func keyID(_ text: String, _ name: String) throws(RunFailure) -> UUID {
        guard let id = UUID(keyIDText: text) else {
            throw error(
                "\(name) is not a key id",
                found: CountText.text(text.utf8.count, "character"),
                expected: "a UUID or 32 digits"
            )
        }
        return id
    }

    /// Returns one of `allowedValues` in lower case, from a text in any case.
    func enumeratedValue(_ text: String, of allowedValues: [String], _ name: String) throws(RunFailure)
        -> String
    {
        let lowered = text.lowercased()
        guard allowedValues.contains(lowered) else {
            throw error(
                "\(name) is not a known value",
                expected: allowedValues.joined(separator: ", ")
            )
        }
        return lowered
    }

    /// Parses a scheme of common encryption, `cbc-ts`, or a name of Apple's FairPlay Streaming Server SDK;
    /// empty text is nil.
    func scheme(_ text: String?, _ name: String) throws(RunFailure) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return try enumeratedValue(
            text,
            of: ["cbcs", "cbc-ts", "cbc1", "cenc", "cens", "cenc-v1", "cenc-v2"],
            name
        )
    }

    /// Parses a minimum HDCP level, which may also be the number that FairPlay's SDK uses.
    func hdcp(_ text: String, _ name: String) throws(RunFailure) -> String {
        if let number = Int(text), (-1..<HDCPLevel.names.count - 1).contains(number) {
            return HDCPLevel.names[number + 1]
        }
        return try enumeratedValue(text, of: HDCPLevel.names, name)
    }

    func seconds(_ number: Int?, _ name: String) throws(RunFailure) -> Int? {
        guard let number, number < 0 else { return number }
        throw error("\(name) is below 0")
    }

    func offlineID(_ text: String, _ name: String) throws(RunFailure) -> String {
        guard KeyPolicyTerms.isOfflineID(text) else {
            throw error(
                "\(name) has \(CountText.text(text.utf8.count, "character")), expected \(KeyPolicyTerms.offlineIDForm)"
            )
        }
        return text.lowercased()
    }

    /// Creates an asset id from its text, its bytes or both, which must then be equal; nil if both are
    /// missing.
    func assetID(text: String?, hex: String?, rule: String?) throws(RunFailure) -> AssetIDRecord? {
        guard text != nil || hex != nil else { return nil }
        let bytes: [UInt8]
        if let hex {
            guard let decoded = Hexadecimal.decode(hex) else {
                throw error("the bytes of an asset id are not in hexadecimal digits")
            }
            bytes = decoded
        } else {
            bytes = Array((text ?? "").utf8)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw error("the bytes of an asset id are not UTF-8")
        }
        guard text.map({ $0.utf8.elementsEqual(bytes) }) ?? true else {
            throw error("an asset id and its bytes in hex are not the same")
        }
        guard AssetID.lengths.contains(bytes.count) else {
            throw error("an asset id has \(CountText.text(bytes.count, "byte")), expected 2 to 200")
        }
        return AssetIDRecord(id: decoded, hex: Hexadecimal.encode(bytes), rule: rule ?? "unknown")
    }
}

extension ImportedSignal {
    /// Creates the signalling for a URI that is given as an option: FairPlay's for `skd:` with SAMPLE-AES,
    /// otherwise identity.
    init(givenURI uri: String, method: String, scheme: String?) {
        let system: KeySystem =
            uri.utf8.starts(with: "skd:".utf8) && method == ProtectionMethod.sampleAES.rawValue
            ? .fairPlay : .identity
        self.init(
            system: system.name,
            method: method,
            scheme: ProtectionMethod(rawValue: method)?.encryptsSamples == false ? nil : scheme,
            keyURI: uri,
            keyFormat: system == .identity ? nil : system.keyFormat,
            keyFormatVersions: system == .identity ? nil : "1"
        )
        deriveAssetIDs()
    }

    /// Sets all asset ids that a client may extract from the URI, as for URIs that fairlead writes itself.
    mutating func deriveAssetIDs() {
        guard !KeySystem(recordName: system).hasDocument else { return }
        assetIDs = AssetIDRule.candidates(forKeyURI: keyURI).map { AssetIDRecord($0) }
    }
}
