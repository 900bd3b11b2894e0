import COpenSSL
import Glibc

/// An `X509` that frees itself; all that ``Certificate`` and ``LenientCertificate`` need of OpenSSL.
@safe
struct X509Certificate: ~Copyable {
    private let pointer: OpaquePointer

    /// Reads DER; nil if it is not a certificate, or if bytes follow it.
    init?(der: Span<UInt8>) {
        let pointer: OpaquePointer? = unsafe der.withUnsafeBufferPointer { der -> OpaquePointer? in
            var position = der.baseAddress
            let end = unsafe position.map { unsafe $0 + der.count }
            guard let pointer = unsafe d2i_X509(nil, &position, der.count) else { return nil }
            guard unsafe position == end else {
                unsafe X509_free(pointer)
                return nil
            }
            return unsafe pointer
        }
        ERR_clear_error()
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Returns the public key, which must be RSA and at least of the size `minimumSize`.
    func publicKey(minimumSize: RSAKeySize = .bits2048) throws(CertificateError) -> RSAKey {
        guard let key = unsafe X509_get_pubkey(pointer) else {
            ERR_clear_error()
            throw .malformed(what: "its public key cannot be read (expected RSA)")
        }
        return try unsafe RSAKey.takingOwnership(key, minimumSize: minimumSize)
    }

    /// The name of the subject, in the form of RFC 2253.
    var subject: String {
        guard let sink = unsafe BIO_new(BIO_s_mem()) else { return "" }
        defer {
            unsafe BIO_free(sink)
            ERR_clear_error()
        }
        // Without ASN1_STRFLGS_ESC_MSB, so that names outside ASCII are readable.
        let nameFlags = XN_FLAG_SEP_COMMA_PLUS | XN_FLAG_DN_REV | XN_FLAG_FN_SN | XN_FLAG_DUMP_UNKNOWN_FIELDS
        let valueFlags =
            ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT
            | ASN1_STRFLGS_DUMP_UNKNOWN | ASN1_STRFLGS_DUMP_DER
        let flags = UInt(nameFlags) | UInt(valueFlags)
        unsafe X509_NAME_print_ex(sink, X509_get_subject_name(pointer), 0, flags)
        var text = [UInt8](repeating: 0, count: 1024)
        let count = unsafe BIO_read(sink, &text, Int32(text.count))
        return String(decoding: text.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// The issuer's name and the serial number, in DER.
    var issuerAndSerialNumber: [UInt8] {
        let name = unsafe X509_get_issuer_name(pointer)
        let serial = unsafe X509_get0_serialNumber(pointer)
        return unsafe DER.encoded { unsafe i2d_X509_NAME(name, $0) }
            + DER.encoded { unsafe i2d_ASN1_INTEGER(serial, $0) }
    }

    /// The digest of the signature if it is broken or unknown, otherwise nil.
    var weakSignatureAlgorithm: String? {
        defer { ERR_clear_error() }
        var digest: Int32 = 0
        guard unsafe X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1 else {
            return "unknown"
        }
        let broken = [NID_md2, NID_md4, NID_md5, NID_mdc2, NID_sha, NID_sha1, NID_md5_sha1, NID_ripemd160]
        guard broken.contains(digest) else { return nil }
        return unsafe String(cString: OBJ_nid2sn(digest))
    }

    /// The validity, or nil if it cannot be read.
    var validity: (notBefore: Time, notAfter: Time)? {
        guard let start = unsafe Self.time(X509_get0_notBefore(pointer)),
            let end = unsafe Self.time(X509_get0_notAfter(pointer))
        else { return nil }
        return (start, end)
    }

    /// A time of a certificate: in seconds since 1970, and as text in UTC.
    struct Time {
        let seconds: Int
        let text: String
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> Time? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else {
            ERR_clear_error()
            return nil
        }
        let seconds = unsafe timegm(&parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return Time(
            seconds: seconds,
            text: String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }
}
