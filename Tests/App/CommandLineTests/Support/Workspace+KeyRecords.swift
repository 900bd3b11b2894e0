import Foundation
import Testing

/// A line of `keys export --as jsonl`, the neutral record.
struct KeyRecord: Decodable, Hashable {
    let contentId: String
    let track: String
    let period: Int
    let generation: Int
    let keyId: String
    let key: String?
    let iv: String
    let method: String?
    let keyFormat: String?
    let keyFormatVersions: String?
    let keyUri: String?
    let template: String?
    let hdcp: String?
    let leaseSeconds: Int?
}

extension Workspace {
    /// Returns the records of all titles, with their keys.
    func records() throws -> [KeyRecord] {
        let exported = try fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext").succeeds()
        return try Self.records(in: exported.output)
    }

    /// Parses records from JSON Lines.
    static func records(in lines: Data) throws -> [KeyRecord] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try lines.split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(KeyRecord.self, from: Data($0))
        }
    }

    /// Returns the key that a key URI names, as hexadecimal digits.
    func key(for uri: String) throws -> String {
        let keys = Set(try records().filter { $0.keyUri == uri }.compactMap(\.key))
        try #require(keys.count == 1, "\(uri) names \(keys.count) keys")
        return try #require(keys.first)
    }
}

/// The `openssl` program as an independent decrypter.
enum OpenSSL {
    /// Decrypts AES-128-CBC with PKCS#7 padding; nil if the padding is wrong.
    static func decrypt(_ ciphertext: Data, key: String, iv: String) throws -> Data? {
        let decrypted = try ChildProcess(
            TestPaths.tool("openssl"),
            ["enc", "-d", "-aes-128-cbc", "-K", key, "-iv", iv],
            input: ciphertext
        ).wait()
        return decrypted.status == 0 ? decrypted.output : nil
    }
}
