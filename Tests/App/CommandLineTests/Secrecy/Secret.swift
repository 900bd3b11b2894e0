import Foundation
import Glibc
import Testing

/// A value that must appear nowhere, in the forms in which it could be written.
///
/// Half of it is too much: the search is for its first and its last 8 bytes.
struct Secret: Sendable, CustomTestStringConvertible {
    let name: String
    private let forms: [Data]

    var testDescription: String { name }

    init(_ name: String, _ bytes: Data) throws {
        try #require(bytes.count >= 8, "\(name): \(bytes.count) bytes may be anywhere by chance")
        self.name = name
        forms = Array(Set([bytes.prefix(8), bytes.suffix(8)].flatMap { Self.forms(of: Data($0)) }))
    }

    init(_ name: String, text: String) throws { try self.init(name, Data(text.utf8)) }

    init(_ name: String, digits: String) throws { try self.init(name, Data(hexadecimal: digits)) }

    /// Creates the secret of a private key in PEM: the line in the middle, which is part of the primes.
    init(_ name: String, privateKey path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        try self.init(name, try #require(Data(base64Encoded: String(lines[lines.count / 2]))))
    }

    /// Indicates whether the first or last 8 bytes of the secret are in `data` in any form.
    func isIn(_ data: Data) -> Bool { forms.contains { data.holds($0) } }

    // MARK: Forms

    /// Returns the written forms of the bytes and of their hexadecimal digits.
    private static func forms(of piece: Data) -> [Data] {
        let lower = piece.map { digits($0) }.joined()
        let texts = [lower, lower.uppercased()].map { Data($0.utf8) }
        return ([piece] + texts).flatMap { [$0] + spellings(of: $0) }
            + groups(lower).map { Data($0.utf8) }
    }

    private static func spellings(of bytes: Data) -> [Data] {
        var texts = base64(bytes)
        let lower = bytes.map { digits($0) }
        for digits in [lower, lower.map { $0.uppercased() }] {
            texts += ["", " ", ":", "\\x"].map { digits.joined(separator: $0) }
            texts.append(digits.map { "0x" + $0 }.joined(separator: ", "))
        }
        texts += [", ", ",", " "].map { separator in bytes.map { String($0) }.joined(separator: separator) }
        return texts.map { Data($0.utf8) }
    }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// Returns the piece as it begins or ends a UUID.
    private static func groups(_ digits: String) -> [String] {
        let start = [digits.prefix(8), digits.dropFirst(8).prefix(4), digits.dropFirst(12)]
        let end = [digits.prefix(4), digits.dropFirst(4)]
        return [start, end].map { $0.joined(separator: "-") }.flatMap { [$0, $0.uppercased()] }
    }

    /// Returns the part of base64 texts that the piece alone determines, for each alignment.
    private static func base64(_ piece: Data) -> [String] {
        (0..<3).flatMap { offset in
            let encoded = (Data(count: offset) + piece).base64EncodedString()
            let first = (offset * 8 + 5) / 6
            let count = (offset + piece.count) * 8 / 6 - first
            let text = String(encoded.dropFirst(first).prefix(count))
            let forURLs = text.replacing("+", with: "-").replacing("/", with: "_")
            return [text, forURLs, text.replacing("/", with: "\\/")]
        }
    }
}

extension Data {
    /// Creates the bytes of hexadecimal digits.
    init(hexadecimal digits: String) throws {
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
        try #require(bytes.count * 2 == digits.count)
        self.init(bytes)
    }

    /// Indicates whether the data contain `part`; Foundation's `range(of:)` is too slow for a core file.
    fileprivate func holds(_ part: Data) -> Bool {
        guard let first = part.first, count >= part.count else { return false }
        return unsafe withUnsafeBytes { whole in
            unsafe part.withUnsafeBytes { part in
                guard var position = whole.baseAddress, let piece = part.baseAddress else { return false }
                let end = unsafe position + (whole.count - part.count + 1)
                while let found = unsafe memchr(position, Int32(first), end - position) {
                    if unsafe memcmp(found, piece, part.count) == 0 { return true }
                    unsafe position = UnsafeRawPointer(found) + 1
                }
                return false
            }
        }
    }
}
