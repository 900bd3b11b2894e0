/// Makes the setup information of one codec from frames.
protocol AudioSetupMaker: Sendable {
    /// Takes the next frame of the stream.
    ///
    /// - Parameters:
    ///   - bytes: the frame's bytes, in the clear.
    ///   - offset: where it stands in the file, for errors.
    /// - Returns: whether no more frames are needed.
    /// - Throws: `SampleEncryptionError` for a frame that is malformed or that SAMPLE-AES has no setup information for.
    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool

    /// What the frames say; nil when there was none.
    func make() throws(SampleEncryptionError) -> AudioSetupInformation?
}
