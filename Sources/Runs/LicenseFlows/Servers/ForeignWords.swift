import LicenseMessages
import TextFormats
import WipedMemory

/// Words of a server of others, as they may stand in messages and reports.
///
/// Servers echo requests, and a request has keys, authenticators and tokens.
enum ForeignWords {
    /// The most that is shown, in bytes.
    static let limit = 200
    /// The most that is looked at, in bytes.
    private static let readLimit = 4096
    /// What is shorter is no secret, but may be any word.
    private static let shortestSecret = 4
    private static let shortestPart = 8

    /// One line of at most 200 bytes, without controls, without what might be a key or a token, and without what was sent.
    ///
    /// - Parameters:
    ///   - words: what the server said.
    ///   - request: what it was sent.
    /// - Returns: the line; empty where nothing is left.
    static func shown(_ words: String, answering request: AppRequest) -> String {
        var secrets = secrets(of: request)
        defer { for index in secrets.indices { secureErase(&secrets[index]) } }
        let bytes = Array(words.utf8.prefix(readLimit))
        let text = masked(bytes, secrets)
        let line = RedactedText.text(
            of: text[...],
            isCut: bytes.count < words.utf8.count,
            limit: limit
        )
        // What changes the direction of text, or is not seen at all, would show something else than was said.
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
        // The longest first: a part of one may be another.
        return secrets.filter { $0.count >= shortestSecret }.sorted { $0.count > $1.count }
    }

    /// The values of a form, as they are and decoded.
    private static func values(of form: [UInt8], _ shortest: Int) -> [[UInt8]] {
        form.split(separator: UInt8(ascii: "&")).flatMap { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            // A word of the protocol hides nothing.
            guard !name.elementsEqual("errorFormat".utf8) else { return [[UInt8]]() }
            let value = pair.dropFirst(name.count + 1)
            return [Array(value), PercentEncoding.bytes(value) ?? []].filter { $0.count >= shortest }
        }
    }

    /// The text with `…` in the place of each secret, of letters of either case.
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
