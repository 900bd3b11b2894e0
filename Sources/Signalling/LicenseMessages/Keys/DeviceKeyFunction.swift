package import Ciphers

/// The function D, which makes the device key (DASk) of R2 and the application secret key.
///
/// Apple's comes with FairPlay credentials and is not part of fairlead.
package protocol DeviceKeyFunction: Sendable {
    /// Whether it is not Apple's, so that no device agrees with it; whoever shows a result says so.
    var isStandIn: Bool { get }

    /// The device key of 128 bits.
    ///
    /// - Parameters:
    ///   - r2: the 21 bytes of a request.
    ///   - applicationSecret: the key of the credentials.
    /// - Returns: the same key for the same two.
    /// - Throws: `DeviceKeyError`.
    func deviceKey(
        r2: [UInt8],
        applicationSecret: ApplicationSecretKey
    ) throws(DeviceKeyError) -> ContentKey
}

extension DeviceKeyFunction {
    /// Refuses an R2 of another size.
    static func check(_ r2: [UInt8]) throws(DeviceKeyError) {
        guard r2.count == ServerPlaybackContext.r2ByteCount else { throw .malformedR2(bytes: r2.count) }
    }
}
