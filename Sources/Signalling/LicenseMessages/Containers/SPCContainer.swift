/// A server playback context message (SPC) as it is posted: version (4 bytes) | reserved (4) | IV (16) | wrapped key (128, in
/// version 2 256) | SHA-1 of the certificate (20) | length of the payload (4) | payload, all big endian.
package struct SPCContainer: Hashable, Sendable {
    /// The longest message that is looked at, in bytes; devices' are of a few thousand.
    package static let byteLimit = 1 << 16
    private static let ivOffset = 8
    private static let wrappedKeyOffset = 24

    /// Which layout.
    package let version: SPCVersion
    /// The four bytes behind the version, which are 0 and mean nothing.
    package let reserved: UInt32
    /// The payload's IV, 16 bytes.
    package let iv: [UInt8]
    /// The payload's key, encrypted to the certificate.
    package let wrappedKey: [UInt8]
    /// The SHA-1 digest of the certificate in DER.
    package let certificateHash: [UInt8]
    /// The encrypted TLLVs.
    package let payload: [UInt8]

    /// A message of its parts, whose lengths fit the version.
    init(version: SPCVersion, iv: [UInt8], wrappedKey: [UInt8], certificateHash: [UInt8], payload: [UInt8]) {
        self.version = version
        reserved = 0
        self.iv = iv
        self.wrappedKey = wrappedKey
        self.certificateHash = certificateHash
        self.payload = payload
    }

    /// The offset of the payload in the message.
    package var payloadOffset: Int { Self.payloadOffset(version) }

    private static func payloadOffset(_ version: SPCVersion) -> Int {
        wrappedKeyOffset + version.wrappedKeyByteCount + 24
    }

    /// Reads a whole message.
    ///
    /// - Parameter bytes: what was posted, and nothing behind it.
    /// - Throws: `-42580` for other versions and for certificates, text and the like, with words for the frequent mistakes; `-42581`
    ///   for lengths that do not fit.
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
        let payloadLength = Int(UInt32(bigEndianBytes: bytes[start - 4..<start]))
        guard payloadLength == bytes.count - start else {
            throw .parsing(
                offset: start - 4,
                found: "a payload of \(payloadLength) bytes",
                expected: "\(bytes.count - start), the rest of the message",
                remedy: payloadLength > bytes.count - start
                    ? "Post all of the SPC" : "Post the SPC and nothing behind it"
            )
        }
        guard payloadLength > 0, payloadLength.isMultiple(of: 16) else {
            throw .parsing(
                offset: start - 4,
                found: "a payload of \(payloadLength) bytes",
                expected: "a multiple of 16, not 0"
            )
        }
        self.version = version
        reserved = UInt32(bigEndianBytes: bytes[4..<8])
        iv = Array(bytes[Self.ivOffset..<Self.wrappedKeyOffset])
        wrappedKey = Array(bytes[Self.wrappedKeyOffset..<start - 24])
        certificateHash = Array(bytes[start - 24..<start - 4])
        payload = Array(bytes[start...])
    }

    /// The version, or the mistake that was made instead.
    private static func version(of bytes: [UInt8]) throws(LicenseMessageError) -> SPCVersion {
        let number = bytes.count >= 4 ? UInt32(bigEndianBytes: bytes[..<4]) : nil
        if let mistake = MisplacedMessage(bytes, insteadOf: .spc) {
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
            throw .parsing(offset: 0, found: "\(bytes.count) bytes", expected: "an SPC")
        }
        guard let version = SPCVersion(rawValue: number) else {
            throw LicenseMessageError(
                .spcVersion,
                offset: 0,
                found: "version \(number)",
                expected: "1 or 2",
                remedy: number == 3 ? "Version 3 exists, but is not opened here" : ""
            )
        }
        return version
    }

    /// The bytes to post.
    package var serialized: [UInt8] {
        version.rawValue.bigEndianBytes + reserved.bigEndianBytes + iv + wrappedKey + certificateHash
            + UInt32(payload.count).bigEndianBytes + payload
    }
}
