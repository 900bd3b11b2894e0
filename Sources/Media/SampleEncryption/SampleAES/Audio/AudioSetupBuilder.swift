/// A builder of the setup information of one codec from audio frames.
protocol AudioSetupBuilder: Sendable {
    /// Examines the next frame of the stream.
    ///
    /// - Parameters:
    ///   - bytes: the whole frame, not encrypted.
    ///   - offset: the offset of the frame in the file, for errors.
    /// - Returns: true if no more frames are needed.
    /// - Throws: `SampleEncryptionError` for a malformed frame or one for which SAMPLE-AES has no setup
    ///   information.
    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool

    /// Returns the setup information, or nil if there was no frame.
    func finish() throws(SampleEncryptionError) -> AudioSetupInformation?
}
