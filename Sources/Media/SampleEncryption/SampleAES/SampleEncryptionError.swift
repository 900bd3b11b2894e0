package import Bitstreams
package import Ciphers

/// The reasons why media cannot be encrypted or decrypted sample by sample.
package enum SampleEncryptionError: Error, Hashable, Sendable {
    /// Malformed media; the parse error has the offset, the value that was found, and the expected one.
    case malformed(ParseError)
    /// Media that may be well formed, but for which SAMPLE-AES has no rule, or that cannot be protected
    /// segment by segment.
    ///
    /// `offset` is where this shows, `what` is what was found ("HEVC on PID 0x0100"), and `remedy` is advice,
    /// as a sentence without a period.
    case unsupported(offset: UInt64, what: String, remedy: String)
    /// Media that are already encrypted; `what` is the evidence ("stream_type 0xDB on PID 0x0100").
    case alreadyEncrypted(offset: UInt64, what: String)
    /// A cipher failed.
    case cipher(CipherError)
}

/// Calls `body` and turns its `CipherError` into a `SampleEncryptionError`.
package func withSampleEncryptionErrors<Result: ~Copyable>(
    _ body: () throws(CipherError) -> Result
) throws(SampleEncryptionError) -> Result {
    do {
        return try body()
    } catch {
        throw .cipher(error)
    }
}
