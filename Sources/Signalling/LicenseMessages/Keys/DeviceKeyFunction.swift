package import Ciphers

/// The function D, which derives the device key (DASk) from R2 and the application secret key.
///
/// Apple's function comes with FairPlay credentials and is not part of fairlead.
package protocol DeviceKeyFunction: Sendable {
    /// Indicates whether the function is not Apple's, so that no device derives the same key; reports have to
    /// say so.
    var isStandIn: Bool { get }

    /// Derives the device key of 128 bits.
    ///
    /// - Parameters:
    ///   - r2: the R2 of a request, 21 bytes.
    ///   - applicationSecret: the application secret key of the credentials.
    /// - Returns: the device key; the same arguments give the same key.
    /// - Throws: `DeviceKeyError`.
    func deviceKey(
        r2: [UInt8],
        applicationSecret: ApplicationSecretKey
    ) throws(DeviceKeyError) -> ContentKey
}

extension DeviceKeyFunction {
    /// Throws if R2 does not have 21 bytes.
    static func check(_ r2: [UInt8]) throws(DeviceKeyError) {
        guard r2.count == ServerPlaybackContext.r2ByteCount else { throw .malformedR2(bytes: r2.count) }
    }
}
