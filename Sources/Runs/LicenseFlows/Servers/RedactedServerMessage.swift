import LicenseMessages
import TextFormats
import WipedMemory

/// The text of an external server's message, redacted for output.
///
/// Servers echo requests, which contain keys, authenticators and tokens.
enum RedactedServerMessage {
    /// The maximum length of the output, in bytes.
    static let limit = 200
    /// The maximum length of the input, in bytes; the rest is dropped.
    private static let readLimit = 4096
    /// The minimum length of a secret, in bytes; anything shorter may be any word.
    private static let shortestSecret = 4
    private static let shortestPart = 8

    /// Returns one line without control characters, possible keys or tokens, and secrets of the request.
    ///
    /// - Parameters:
    ///   - message: the server's message.
    ///   - request: the request that the server answered.
    /// - Returns: at most ``limit`` bytes; empty if nothing is left.
    static func shown(_ message: String, answering request: AppRequest) -> String {
        var secrets = secrets(of: request)
        defer { for index in secrets.indices { secureErase(&secrets[index]) } }
        let bytes = Array(message.utf8.prefix(readLimit))
        let text = masked(bytes, secrets)
        let line = TextRedactor.redact(
            text[...],
            isCut: bytes.count < message.utf8.count,
            limit: limit
        )
        // Removes characters that are invisible or change the text direction, because they could alter the
        // message.
        return String(String.UnicodeScalarView(line.unicodeScalars.filter(isShown)))
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        default: true
        }
    }

    // MARK: What was sent

    private static func secrets(of request: AppRequest) -> [[UInt8]] {
        var secrets: [[UInt8]] = []
        for header in request.headers where !["Content-Type", "Accept"].contains(header.name) {
            secrets.append(Array(header.value.utf8))
            secrets += header.value.utf8.split { $0 == 0x20 || $0 == UInt8(ascii: ",") }
                .filter { $0.count >= shortestPart }.map { Array($0) }
        }
        if let query = request.url.utf8.firstIndex(of: UInt8(ascii: "?")) {
            secrets += values(of: Array(request.url.utf8[query...].dropFirst()), shortestPart)
        }
        if request.purpose == .token { secrets += values(of: request.body ?? [], shortestSecret) }
        // Sorts the longest first, because one secret may contain another.
        return secrets.filter { $0.count >= shortestSecret }.sorted { $0.count > $1.count }
    }

    /// Returns the values of a form, both encoded and percent-decoded.
    private static func values(of form: [UInt8], _ shortest: Int) -> [[UInt8]] {
        form.split(separator: UInt8(ascii: "&")).flatMap { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            // `errorFormat` has a protocol keyword as its value, which is no secret.
            guard !name.elementsEqual("errorFormat".utf8) else { return [[UInt8]]() }
            let value = pair.dropFirst(name.count + 1)
            return [Array(value), PercentEncoding.decodeBytes(value) ?? []].filter { $0.count >= shortest }
        }
    }

    /// Replaces each secret in the text with `…`, ignoring ASCII case.
    private static func masked(_ text: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
        let lower = text.map(lowercased)
        var isMasked = [Bool](repeating: false, count: text.count)
        for var secret in secrets where secret.count <= text.count {
            for index in secret.indices { secret[index] = lowercased(secret[index]) }
            for start in 0...(text.count - secret.count) where lower[start...].starts(with: secret) {
                for index in start..<start + secret.count { isMasked[index] = true }
            }
            secureErase(&secret)
        }
        var shown: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if !isMasked[index] {
                shown.append(byte)
            } else if index == 0 || !isMasked[index - 1] {
                shown += "…".utf8
            }
        }
        return shown
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
