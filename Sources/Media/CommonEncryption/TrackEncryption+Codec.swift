package import ISOBaseMedia
package import ProtectionTerms

extension TrackEncryption {
    /// How protection encrypts samples, as `tenc` and `seig` groups say it.
    ///
    /// cbcs: one block of ten of the slice data of video, and whole samples of audio without a pattern, as FairPlay asks for,
    /// both with a constant vector. cenc: no pattern, and a vector of eight bytes for each sample.
    ///
    /// - Parameters:
    ///   - scheme: the scheme.
    ///   - isWhole: whether samples are encrypted as a whole.
    ///   - keyID: KID, 16 bytes.
    ///   - constantVector: 16 bytes; of no use in cenc.
    package init(_ scheme: ProtectionScheme, isWhole: Bool, keyID: [UInt8], constantVector: [UInt8]) {
        let hasPattern = scheme == .cbcs && !isWhole
        self.init(
            encryptedBlocks: hasPattern ? 1 : 0,
            skippedBlocks: hasPattern ? 9 : 0,
            sampleVectorSize: scheme.sampleVectorSize,
            keyID: keyID,
            constantVector: scheme == .cbcs ? constantVector : nil
        )
    }
}

extension ProtectionScheme {
    /// Bytes of each sample's vector as protection writes it; 0: there is a constant one.
    package var sampleVectorSize: Int {
        switch self {
        case .cbcs: 0
        case .cenc: 8
        }
    }
}
