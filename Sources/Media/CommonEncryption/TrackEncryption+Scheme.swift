package import ISOBaseMedia
package import ProtectionTerms

extension TrackEncryption {
    /// Creates the parameters that protection writes to `tenc` and `seig` groups.
    ///
    /// cbcs has a constant IV; for video a pattern of 1:9 blocks on the slice data, for audio whole samples
    /// without a pattern, as FairPlay requires. cenc has no pattern, and a per-sample IV of 8 bytes.
    ///
    /// - Parameters:
    ///   - scheme: the protection scheme.
    ///   - encryptsWholeSamples: whether whole samples are encrypted (audio).
    ///   - keyID: the KID, 16 bytes.
    ///   - constantIV: the constant IV, 16 bytes; unused in cenc.
    package init(_ scheme: ProtectionScheme, encryptsWholeSamples: Bool, keyID: [UInt8], constantIV: [UInt8])
    {
        let hasPattern = scheme == .cbcs && !encryptsWholeSamples
        self.init(
            encryptedBlocks: hasPattern ? 1 : 0,
            skippedBlocks: hasPattern ? 9 : 0,
            perSampleIVSize: scheme.perSampleIVSize,
            keyID: keyID,
            constantIV: scheme == .cbcs ? constantIV : nil
        )
    }
}

extension ProtectionScheme {
    /// The size in bytes of the per-sample IV that protection writes, or 0 for a constant IV.
    var perSampleIVSize: Int {
        switch self {
        case .cbcs: 0
        case .cenc: 8
        }
    }
}
