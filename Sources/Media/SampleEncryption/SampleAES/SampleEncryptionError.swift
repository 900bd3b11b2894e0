package import Bitstreams
package import Ciphers

/// Why media cannot be encrypted or decrypted sample by sample.
package enum SampleEncryptionError: Error, Hashable, Sendable {
    /// The media are malformed: where, what was found, what was expected.
    case malformed(ParseError)
    /// The media may be well formed, but SAMPLE-AES has no rule for them, or they cannot be protected segment by segment.
    ///
    /// `offset` is where that shows, `what` was found ("HEVC on PID 0x0100"), and `remedy` is what to do about it, as a
    /// sentence without its stop.
    case unsupported(offset: UInt64, what: String, remedy: String)
    /// The media are encrypted already; `what` says how ("stream_type 0xDB on PID 0x0100").
    case alreadyEncrypted(offset: UInt64, what: String)
    /// A cipher failed.
    case cipher(CipherError)
}

/// Does calls on a cipher.
package func cipherCalls<Result: ~Copyable>(
    _ body: () throws(CipherError) -> Result
) throws(SampleEncryptionError) -> Result {
    do {
        return try body()
    } catch {
        throw .cipher(error)
    }
}
