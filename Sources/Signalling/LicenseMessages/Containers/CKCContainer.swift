import Bitstreams

/// A content key context message (CKC) in its encrypted form.
///
/// The layout is version (4 bytes, value 1) | reserved (4) | IV (16) | length of the payload (4) | payload;
/// integers are big-endian.
package struct CKCContainer: Hashable, Sendable {
    /// The only version.
    ///
    /// Answers to SPCs of version 2 use it too; no message of another implementation has confirmed that.
    static let version: UInt32 = 1
    /// The offset of the payload in the message, in bytes.
    static let payloadOffset = 28
    private static let ivOffset = 8
    private static let lengthOffset = 24

    /// The IV of the payload, 16 bytes.
    package let iv: [UInt8]
    /// The encrypted TLLVs.
    package let payload: [UInt8]

    /// Creates a message from its parts.
    package init(iv: [UInt8], payload: [UInt8]) {
        self.iv = iv
        self.payload = payload
    }

    /// Reads a whole message, and refuses one whose version or lengths are wrong.
    package init(reading bytes: [UInt8]) throws(LicenseAnswerError) {
        guard bytes.count <= SPCContainer.byteLimit else { throw .tooLong(bytes: bytes.count) }
        if let mistake = UnexpectedMessage(bytes, insteadOf: .ckc) {
            throw .notACKC(found: mistake.name, remedy: mistake.remedy(insteadOf: .ckc))
        }
        guard bytes.count >= Self.payloadOffset else {
            throw .truncated(bytes: bytes.count, expected: Self.payloadOffset)
        }
        let version = UInt32(bigEndianBytes: bytes[..<4])
        guard version == Self.version else { throw .unsupportedVersion(version) }
        let length = Self.payloadLength(in: bytes)
        let rest = bytes.count - Self.payloadOffset
        guard length <= rest else {
            throw .truncated(bytes: bytes.count, expected: Self.payloadOffset + length)
        }
        guard length == rest else { throw .trailingBytes(count: rest - length) }
        guard length > 0, length.isMultiple(of: 16) else { throw .partialBlocks(bytes: length) }
        iv = Array(bytes[Self.ivOffset..<Self.lengthOffset])
        payload = Array(bytes[Self.payloadOffset...])
    }

    /// Returns the payload length that the header states; `bytes` must hold at least the whole header.
    static func payloadLength(in bytes: [UInt8]) -> Int {
        Int(UInt32(bigEndianBytes: bytes[lengthOffset..<payloadOffset]))
    }

    /// The message as bytes.
    package var serialized: [UInt8] {
        [UInt8](bigEndian: Self.version) + [0, 0, 0, 0] + iv + [UInt8](bigEndian: UInt32(payload.count))
            + payload
    }
}
