/// The first frames of a 440 Hz sine at 48 kHz, from the encoder Fraunhofer FDK AAC 2.0.
enum EncodedAAC {
    /// HE-AAC, mono: two frames, the first with an SBR header.
    static let bandReplication = bytes(
        """
        fff158400802c001404280a34ee680ba080000001c06f1a10a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
        5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5efff158400ae2a8013293983a84aca4b1d689841f77c17ffe15f5f5edd4d3ff83
        f1f08b4956a02b5015a80997bb6aa3b5aa279ce739dcf6ab9dea4fae4789a864b420fc8fc8998e6000923ddce6d918d9
        b40a0000000038
        """
    )

    /// HE-AAC, stereo: one frame.
    static let pairedBandReplication = bytes(
        """
        fff158801002c02121450014500146add581750000001c60180deac214b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4
        b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4
        b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4bc
        """
    )

    /// HE-AAC v2: two frames, the first with an SBR header.
    static let parametricStereo = bytes(
        """
        fff158400802c001402280a35ee680ba0800000000950006f1810a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
        5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5efff158400802c001404280a34e810000000392a08006f1a10a5a5a5a5a5a5a5a
        5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5e
        """
    )

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
