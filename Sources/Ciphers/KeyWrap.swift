/// AES key wrap (RFC 3394) under a key of 16, 24 or 32 bytes.
package enum KeyWrap {
    /// `secret` (a multiple of 8 bytes, at least 16), 8 bytes longer.
    package static func wrap(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes
    ) throws(CipherError) -> [UInt8] {
        throw .libraryFailure("not there yet")
    }

    /// What was wrapped; an error if it was not under `key`.
    package static func unwrap(_ wrapped: [UInt8], key: borrowing SecretBytes) throws(CipherError)
        -> SecretBytes
    {
        throw .libraryFailure("not there yet")
    }
}
