import Bitstreams
import TextFormats

/// A server playback context message (SPC) in its encrypted form.
///
/// The layout is version (4 bytes) | reserved (4) | IV (16) | wrapped key (128, or 256 in version 2) | SHA-1
/// of the certificate (20) | length of the payload (4) | payload; integers are big-endian.
package struct SPCContainer: Hashable, Sendable {
    /// The size of the longest message that is read, in bytes; devices send a few thousand.
    static let byteLimit = 1 << 16
    private static let ivOffset = 8
    static let wrappedKeyOffset = 24
    private static let hashByteCount = 20
    private static let lengthByteCount = 4

    /// The version, which determines the layout.
    package let version: SPCVersion
    /// The four bytes after the version, usually 0, which have no meaning.
    let reserved: UInt32
    /// The IV of the payload, 16 bytes.
    let iv: [UInt8]
    /// The key of the payload, encrypted to the certificate.
    let wrappedKey: [UInt8]
    /// The SHA-1 digest of the certificate in DER, 20 bytes.
    let certificateHash: [UInt8]
    /// The encrypted TLLVs.
    let payload: [UInt8]

    /// Creates a message from its parts, whose lengths must fit the version.
    init(version: SPCVersion, iv: [UInt8], wrappedKey: [UInt8], certificateHash: [UInt8], payload: [UInt8]) {
        self.version = version
        reserved = 0
        self.iv = iv
        self.wrappedKey = wrappedKey
        self.certificateHash = certificateHash
        self.payload = payload
    }

    /// The offset of the payload in the message, in bytes.
    var payloadOffset: Int { Self.payloadOffset(version) }

    /// Returns the offset of the payload in messages of a version, in bytes: the size of all fields before
    /// it.
    package static func payloadOffset(_ version: SPCVersion) -> Int {
        wrappedKeyOffset + version.wrappedKeyByteCount + hashByteCount + lengthByteCount
    }

    /// Returns the payload length that the header states; `bytes` must hold at least the whole header.
    static func payloadLength(in bytes: [UInt8], of version: SPCVersion) -> Int {
        let end = payloadOffset(version)
        return Int(UInt32(bigEndianBytes: bytes[end - lengthByteCount..<end]))
    }

    /// Reads a whole message.
    ///
    /// - Parameter bytes: the SPC as posted, with nothing after it.
    /// - Throws: status `-42580` for other versions, with specific advice if the bytes are a frequent mistake
    ///   such as a certificate or base64 text; `-42581` for lengths that do not fit, and for mistakes without
    ///   an unknown version, such as a CKC.
    package init(reading bytes: [UInt8]) throws(LicenseMessageError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong(bytes.count, what: "message") }
        let version = try Self.version(of: bytes)
        let start = Self.payloadOffset(version)
        guard bytes.count >= start else {
            throw .parsing(
                offset: bytes.count,
                found: "the end of the message",
                expected: "at least \(start) bytes (version \(version.rawValue))",
                remedy: "Post all of the SPC"
            )
        }
        let payloadLength = Self.payloadLength(in: bytes, of: version)
        guard payloadLength == bytes.count - start else {
            throw .parsing(
                offset: start - Self.lengthByteCount,
                found: "a payload of \(CountText.text(payloadLength, "byte"))",
                expected: "\(bytes.count - start), the rest of the message",
                remedy: payloadLength > bytes.count - start
                    ? "Post all of the SPC" : "Post the SPC and nothing after it"
            )
        }
        guard payloadLength > 0, payloadLength.isMultiple(of: 16) else {
            throw .parsing(
                offset: start - Self.lengthByteCount,
                found: "a payload of \(CountText.text(payloadLength, "byte"))",
                expected: "a multiple of 16, not 0"
            )
        }
        self.version = version
        reserved = UInt32(bigEndianBytes: bytes[4..<8])
        iv = Array(bytes[Self.ivOffset..<Self.wrappedKeyOffset])
        let hashOffset = Self.wrappedKeyOffset + version.wrappedKeyByteCount
        wrappedKey = Array(bytes[Self.wrappedKeyOffset..<hashOffset])
        certificateHash = Array(bytes[hashOffset..<hashOffset + Self.hashByteCount])
        payload = Array(bytes[start...])
    }

    /// Throws if the message is not encrypted to the certificate with this SHA-1 digest.
    ///
    /// - Throws: status `-42585`.
    package func checkCertificate(hash: [UInt8]) throws(LicenseMessageError) {
        guard certificateHash == hash else {
            throw LicenseMessageError(
                .parameter,
                found: "an SPC for another certificate (SHA-1 \(Hexadecimal.encode(certificateHash)))",
                expected: Hexadecimal.encode(hash),
                remedy:
                    "Give app and license server the same certificate, and the license server its private key"
            )
        }
    }

    /// Returns the version of the message, or throws if it is unknown or if the bytes are a frequent mistake.
    private static func version(of bytes: [UInt8]) throws(LicenseMessageError) -> SPCVersion {
        let number = bytes.count >= 4 ? UInt32(bigEndianBytes: bytes[..<4]) : nil
        if let mistake = UnexpectedMessage(bytes, insteadOf: .spc) {
            let version = number.flatMap { SPCVersion(rawValue: $0) == nil ? ", version \($0)" : nil } ?? ""
            throw LicenseMessageError(
                number == nil || version.isEmpty ? .spcParsing : .spcVersion,
                offset: 0,
                found: mistake.name + version,
                expected: "an SPC",
                remedy: mistake.remedy(insteadOf: .spc)
            )
        }
        guard let number else {
            throw .parsing(offset: 0, found: CountText.text(bytes.count, "byte"), expected: "an SPC")
        }
        guard let version = SPCVersion(rawValue: number) else {
            throw LicenseMessageError(
                .spcVersion,
                offset: 0,
                found: "version \(number)",
                expected: "1 or 2",
                remedy: number == 3 ? "Version 3 exists, but fairlead does not open it" : ""
            )
        }
        return version
    }

    /// The message as bytes.
    package var serialized: [UInt8] {
        [UInt8](bigEndian: version.rawValue) + [UInt8](bigEndian: reserved) + iv + wrappedKey
            + certificateHash
            + [UInt8](bigEndian: UInt32(payload.count)) + payload
    }
}
