/// A builder of the setup information of AC-3: the first 10 bytes of a syncframe.
struct AC3SetupBuilder: AudioSetupBuilder {
    private static let setupByteCount = 10

    private var setupData: [UInt8]?

    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        setupData = Array(bytes.prefix(Self.setupByteCount))
        return true
    }

    func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        setupData.map { AudioSetupInformation(audioType: .zac3, setupData: $0) }
    }
}
