import FoundationEssentials
import Glibc

/// The contents of a certificate that is signed with its own key (RFC 5280 section 4.1).
struct SelfSignedCertificate {
    /// sha256WithRSAEncryption, 1.2.840.113549.1.1.11, with NULL parameters (RFC 4055 section 5).
    private static let algorithm = DER.value(
        DER.sequence,
        DER.value(DER.objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]),
        [0x05, 0x00]
    )
    private static let bitString: UInt8 = 0x03
    private static let boolean: UInt8 = 0x01
    private static let utf8String: UInt8 = 0x0C
    private static let utcTime: UInt8 = 0x17
    private static let generalizedTime: UInt8 = 0x18
    /// `[3]`, constructed: extensions.
    private static let contextThree: UInt8 = 0xA3
    /// `[2]` of GeneralName: dNSName.
    private static let dnsName: UInt8 = 0x82
    /// `[7]` of GeneralName: iPAddress.
    private static let ipAddress: UInt8 = 0x87

    private let name: [UInt8]
    private let validity: [UInt8]
    private let alternativeNames: [UInt8]

    init(
        commonName: String,
        dnsNames: [String],
        ipAddresses: [String],
        notBefore: Date,
        notAfter: Date
    ) throws(CertificateError) {
        guard (1...64).contains(commonName.count) else {
            throw .malformed(
                what:
                    "invalid common name of a certificate (\(commonName.count) characters, expected 1 to 64)"
            )
        }
        // id-at-commonName, 2.5.4.3.
        let attribute = DER.value(
            DER.sequence,
            DER.value(DER.objectIdentifier, [0x55, 0x04, 0x03]),
            DER.value(Self.utf8String, Array(commonName.utf8))
        )
        name = DER.value(DER.sequence, DER.value(DER.set, attribute))
        validity = DER.value(DER.sequence, try Self.time(notBefore), try Self.time(notAfter))
        var names: [UInt8] = []
        for name in dnsNames {
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .malformed(what: "invalid DNS name ('\(name)', expected ASCII)")
            }
            names += DER.value(Self.dnsName, Array(name.utf8))
        }
        for address in ipAddresses {
            names += DER.value(Self.ipAddress, try Self.bytes(ofAddress: address))
        }
        alternativeNames = names
    }

    /// Returns the certificate in DER.
    func signed(with key: borrowing RSAKey) throws(CipherError) -> [UInt8] {
        let contents = tbsCertificate(key.subjectPublicKeyInfo)
        let signature = try key.sign(contents, digest: .sha256)
        return DER.value(
            DER.sequence,
            contents,
            Self.algorithm,
            DER.value(Self.bitString, [0], signature)
        )
    }

    private func tbsCertificate(_ publicKey: [UInt8]) -> [UInt8] {
        // A positive number, always of the same length (RFC 5280 section 4.1.2.2).
        var serial = RandomBytes.generate(count: 16)
        serial[0] = serial[0] & 0x3F | 0x40
        return DER.value(
            DER.sequence,
            DER.value(DER.contextZero, DER.value(DER.integer, [2])),
            DER.value(DER.integer, serial),
            Self.algorithm,
            name,
            validity,
            name,
            publicKey,
            DER.value(Self.contextThree, DER.value(DER.sequence, extensions))
        )
    }

    private var extensions: [UInt8] {
        // basicConstraints, 2.5.29.19, critical, with cA: a list of trusted certificates may contain it as a
        // root.
        let constraints = DER.value(
            DER.sequence,
            DER.value(DER.objectIdentifier, [0x55, 0x1D, 0x13]),
            DER.value(Self.boolean, [0xFF]),
            DER.value(DER.octetString, DER.value(DER.sequence, DER.value(Self.boolean, [0xFF])))
        )
        guard !alternativeNames.isEmpty else { return constraints }
        // subjectAltName, 2.5.29.17.
        let names = DER.value(
            DER.sequence,
            DER.value(DER.objectIdentifier, [0x55, 0x1D, 0x11]),
            DER.value(DER.octetString, DER.value(DER.sequence, alternativeNames))
        )
        return constraints + names
    }

    /// Encodes a time (RFC 5280 section 4.1.2.5); years before 2050 have two digits.
    private static func time(_ date: Date) throws(CertificateError) -> [UInt8] {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // From 1950 to 9999.
        guard (-631_152_000..<253_402_300_800).contains(seconds) else {
            throw .malformed(
                what: "invalid time of a certificate (\(seconds) s since 1970, expected 1950 to 9999)"
            )
        }
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        let isShort = unsafe parts.tm_year < 150
        var text = [CChar](repeating: 0, count: 32)
        let format = isShort ? "%y%m%d%H%M%SZ" : "%Y%m%d%H%M%SZ"
        let count = unsafe strftime(&text, text.count, format, &parts)
        return DER.value(
            isShort ? utcTime : generalizedTime,
            text.prefix(count).map { UInt8(bitPattern: $0) }
        )
    }

    private static func bytes(ofAddress text: String) throws(CertificateError) -> [UInt8] {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        throw .malformed(what: "invalid IP address ('\(text)', expected IPv4 or IPv6)")
    }
}
