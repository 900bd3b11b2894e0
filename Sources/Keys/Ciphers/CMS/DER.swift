/// Writes ASN.1 values (ITU-T X.690): a tag, a length, the contents.
enum DER {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// `[0]`, constructed.
    static let contextZero: UInt8 = 0xA0

    /// Encodes a value of definite length.
    static func value(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
        let contents = Array(contents.joined())
        return [tag] + length(contents.count) + contents
    }

    /// Begins a value of indefinite length, which ends with ``endOfContents``.
    static func indefinite(_ tag: UInt8) -> [UInt8] { [tag, 0x80] }

    static let endOfContents: [UInt8] = [0, 0]

    static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}

/// The object identifiers that ``EnvelopeWriter`` writes, encoded.
enum ObjectIdentifiers {
    /// id-ct-authEnvelopedData, 1.2.840.113549.1.9.16.1.23 (RFC 5083).
    static let authEnvelopedData = DER.value(
        DER.objectIdentifier,
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17]
    )
    /// id-data, 1.2.840.113549.1.7.1 (RFC 5652).
    static let data = DER.value(
        DER.objectIdentifier,
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    )
    /// id-aes256-GCM, 2.16.840.1.101.3.4.1.46 (RFC 5084).
    static let aes256GCM = DER.value(
        DER.objectIdentifier,
        [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2E]
    )
    /// id-RSAES-OAEP, 1.2.840.113549.1.1.7 (RFC 4055).
    static let rsaesOAEP = DER.value(
        DER.objectIdentifier,
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x07]
    )
}

extension DER {
    /// Returns the output of one of OpenSSL's `i2d` functions.
    static func encoded(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        let count = Int(max(0, encode(nil)))
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = unsafe encode(&position)
        }
        return bytes
    }
}
