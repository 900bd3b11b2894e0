package import Ciphers
import WipedMemory

/// The secrets of one request, which the device key protects.
///
/// They are the session key (SK), the anonymous device id (HU), R1 and the anti-replay seed.
package final class ClientSession: Sendable {
    /// The size of R1, in bytes.
    package static let r1ByteCount = 44
    static let seedByteCount = 16
    /// The size of the session block in an SPC, in bytes: an IV and the encrypted secrets.
    static let blockByteCount = 112
    private static let keyByteCount = 16
    private static let deviceIDByteCount = 20
    private static let integrityByteCount = 16

    /// The session key (SK) of 128 bits, under which the answer encrypts the content key.
    let sessionKey: ContentKey
    /// The anti-replay seed, 16 bytes.
    let antiReplaySeed: [UInt8]
    private let deviceID: SecretBytes
    /// R1, 44 bytes, which the answer must repeat.
    private let r1: SecretBytes

    private init(secrets: Span<UInt8>, antiReplaySeed: [UInt8]) throws(CipherError) {
        let (idStart, r1Start) = (Self.keyByteCount, Self.keyByteCount + Self.deviceIDByteCount)
        sessionKey = try ContentKey(SecretBytes(copying: secrets.extracting(..<idStart)))
        deviceID = SecretBytes(copying: secrets.extracting(idStart..<r1Start))
        r1 = SecretBytes(copying: secrets.extracting(r1Start..<r1Start + Self.r1ByteCount))
        self.antiReplaySeed = antiReplaySeed
    }

    /// Returns the secrets of a new request.
    static func generate(_ randomness: MessageRandomness) throws(CipherError) -> ClientSession {
        var secrets = randomness.bytes(keyByteCount + deviceIDByteCount + r1ByteCount)
        defer { secureErase(&secrets) }
        return try ClientSession(secrets: secrets.span, antiReplaySeed: randomness.bytes(seedByteCount))
    }

    /// Decrypts the secrets of a received request.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - deviceKey: the device key (DASk) for R2 of this request.
    /// - Returns: the secrets.
    /// - Throws: status `-42589` if the block does not end with the request's integrity bytes, because the
    ///   application secret key or the function D is another.
    package static func decrypted(
        from context: ServerPlaybackContext,
        deviceKey: ContentKey
    ) throws(LicenseMessageError) -> ClientSession {
        let secrets: SecretBytes
        do throws(CipherError) {
            secrets = try AES128CBC.decrypt(
                context.sessionBlock.span.extracting(keyByteCount...),
                key: deviceKey,
                iv: Array(context.sessionBlock.prefix(keyByteCount))
            )
        } catch {
            throw .cipher(error)
        }
        let end = secrets.count - integrityByteCount
        let integrity = secrets.withSpan { SecretBytes(copying: $0.extracting(end...)) }
        guard integrity.isEqual(to: SecretBytes(copying: context.sessionIntegrity)) else {
            throw LicenseMessageError(
                .integrity,
                found: "SK_R1 that does not end in its integrity bytes",
                expected: "a block encrypted under the device key of this request",
                remedy: "Check the application secret key and the device key function (D)"
            )
        }
        do throws(CipherError) {
            return try secrets.withSpan { (secrets) throws(CipherError) in
                try ClientSession(secrets: secrets, antiReplaySeed: context.antiReplaySeed)
            }
        } catch {
            throw .cipher(error)
        }
    }

    /// Returns the session block of an SPC, encrypted under the device key, and the integrity bytes at its
    /// end.
    func encryptedBlock(
        under deviceKey: ContentKey,
        _ randomness: MessageRandomness
    ) throws(CipherError) -> (block: [UInt8], integrity: [UInt8]) {
        let integrity = randomness.bytes(Self.integrityByteCount)
        let iv = randomness.bytes(Self.keyByteCount)
        var clear: [UInt8] = []
        // Reserves room for all bytes: an array of secret bytes that grows leaves a copy in freed memory.
        clear.reserveCapacity(Self.blockByteCount)
        defer { secureErase(&clear) }
        sessionKey.withSpan { Self.append($0, to: &clear) }
        deviceID.withSpan { Self.append($0, to: &clear) }
        r1.withSpan { Self.append($0, to: &clear) }
        clear += integrity
        return (iv + (try AES128CBC.encrypt(clear.span, key: deviceKey, iv: iv)), integrity)
    }

    private static func append(_ bytes: Span<UInt8>, to clear: inout [UInt8]) {
        for index in bytes.indices { clear.append(bytes[index]) }
    }

    /// Returns the key of the answer's payload (AR key).
    ///
    /// It is the anti-replay seed, encrypted under the first 16 bytes of SHA-1 of R1.
    package func answerKey() throws(CipherError) -> ContentKey {
        var digest = r1.withSpan { SHA1.digest(of: $0) }
        defer { secureErase(&digest) }
        let half = SecretBytes(copying: digest.span.extracting(..<Self.keyByteCount))
        let seed = antiReplaySeed
        return try ContentKey(AES128Block.encrypt(seed.span, key: ContentKey(half)))
    }

    /// Overwrites 44 bytes with R1, for an answer; the caller erases them.
    package func writeR1(over bytes: inout [UInt8], at offset: Int) {
        r1.withSpan { r1 in
            for index in r1.indices { bytes[offset + index] = r1[index] }
        }
    }

    /// Compares `value` with R1 in constant time.
    func hasR1(_ value: Span<UInt8>) -> Bool {
        r1.isEqual(to: SecretBytes(copying: value))
    }
}
