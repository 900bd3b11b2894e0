import Bitstreams

/// Something other than an SPC or a CKC that clients or servers often send in its place by mistake.
enum UnexpectedMessage: Hashable, Sendable {
    case nothing
    case certificate
    case pem
    case json
    case markup
    case form
    case base64
    case spc
    case ckc

    /// Recognizes a mistake from the first bytes and the lengths, or is nil if `bytes` may be the expected
    /// message.
    ///
    /// - Parameters:
    ///   - bytes: the message, at most ``SPCContainer/byteLimit`` bytes.
    ///   - expected: `.spc` or `.ckc`.
    init?(_ bytes: [UInt8], insteadOf expected: UnexpectedMessage) {
        guard let first = bytes.first else {
            self = .nothing
            return
        }
        // An ASN.1 SEQUENCE whose length has one to four bytes (ITU-T X.690): a certificate in DER.
        if first == 0x30, bytes.count > 1, (0x81...0x84).contains(bytes[1]) {
            self = .certificate
            return
        }
        if let textKind = Self.textKind(bytes) {
            self = textKind
            return
        }
        guard expected == .spc ? Self.isCKC(bytes) : Self.isSPC(bytes) else { return nil }
        self = expected == .spc ? .ckc : .spc
    }

    private static func textKind(_ bytes: [UInt8]) -> UnexpectedMessage? {
        let trimmed = bytes.drop { Self.isBlank($0) }
        guard let first = trimmed.first, !bytes.contains(0) else { return nil }
        if trimmed.starts(with: "-----BEGIN ".utf8) { return .pem }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
        if first == UInt8(ascii: "<") { return .markup }
        if trimmed.starts(with: "spc=".utf8) || trimmed.starts(with: "ckc=".utf8) { return .form }
        return isBase64(trimmed) ? .base64 : nil
    }

    /// Indicates whether `text` consists of base64 or base64url digits only, percent-encoded or not.
    private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 4
            && text.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: isBlank(byte) || "+/=-_%".utf8.contains(byte)
                }
            }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Indicates whether the lengths fit a CKC.
    ///
    /// An SPC has a part of its wrapped key at the offset of that length, so it fits with odds of 1 to 2^32.
    private static func isCKC(_ bytes: [UInt8]) -> Bool {
        let start = CKCContainer.payloadOffset
        return bytes.count >= start && bytes.starts(with: [UInt8](bigEndian: CKCContainer.version))
            && CKCContainer.payloadLength(in: bytes) == bytes.count - start
    }

    /// Indicates whether the lengths fit an SPC.
    private static func isSPC(_ bytes: [UInt8]) -> Bool {
        SPCVersion.allCases.contains { version in
            let start = SPCContainer.payloadOffset(version)
            return bytes.count >= start && bytes.starts(with: [UInt8](bigEndian: version.rawValue))
                && SPCContainer.payloadLength(in: bytes, of: version) == bytes.count - start
        }
    }

    /// The noun phrase for messages.
    var name: String {
        switch self {
        case .nothing: "nothing"
        case .certificate: "a certificate in DER (its first bytes are those of one)"
        case .pem: "PEM text"
        case .json: "JSON text"
        case .markup: "HTML or XML text"
        case .form: "the text of a form"
        case .base64: "base64 text"
        case .spc: "an SPC"
        case .ckc: "a CKC"
        }
    }

    /// Returns the advice for messages, given the message that was expected.
    func remedy(insteadOf expected: UnexpectedMessage) -> String {
        let message = expected == .spc ? "SPC" : "CKC"
        return switch self {
        case .nothing: "Send the \(message) as the body"
        case .certificate: "Post what the device made for the certificate, not the certificate"
        case .pem: "Send the \(message) itself"
        case .json:
            "Take the \(message) out of the JSON text and decode it, or post requests as application/json"
        case .markup: "Look at the text: it is probably an error page or has the \(message) in an element"
        case .form:
            "Take the \(message) out of the form and decode it, or post requests as application/x-www-form-urlencoded"
        case .base64: "Decode the base64 text first"
        case .spc: "Send the answer, not the request"
        case .ckc: "Post the request, not an answer"
        }
    }
}
