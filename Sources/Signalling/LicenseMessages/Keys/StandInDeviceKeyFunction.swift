package import Ciphers

/// A function in the place of D, for rehearsals without FairPlay credentials: AES-128 under the application secret key of the first
/// 16 bytes of SHA-256 of R2.
package struct StandInDeviceKeyFunction: DeviceKeyFunction {
    /// The function; there is one.
    package init() {}

    /// Always true.
    package var isStandIn: Bool { true }

    /// The key that both sides of a rehearsal agree on.
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
