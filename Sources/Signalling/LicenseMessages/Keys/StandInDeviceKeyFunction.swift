package import Ciphers

/// A substitute for the function D, for rehearsals without FairPlay credentials.
///
/// The device key is the ciphertext (AES-128) of the first 16 bytes of SHA-256 of R2 under the application
/// secret key.
package struct StandInDeviceKeyFunction: DeviceKeyFunction {
    /// Creates the function, which has no parameters.
    package init() {}

    /// Always true.
    package var isStandIn: Bool { true }

    /// Derives the key that both sides of a rehearsal use.
    package func deviceKey(
        r2: [UInt8],
        applicationSecret: ApplicationSecretKey
    ) throws(DeviceKeyError) -> ContentKey {
        try Self.check(r2)
        let block = SHA256.digest(of: r2)
        do throws(CipherError) {
            return try ContentKey(
                AES128Block.encrypt(block.span.extracting(..<16), key: applicationSecret.key)
            )
        } catch {
            throw .cipher(error)
        }
    }
}
