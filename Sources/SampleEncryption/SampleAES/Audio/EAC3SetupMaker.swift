internal import ElementaryStreams

/// Setup information of E-AC-3: the content of the `dec3` box, built from the syncframes of an access unit.
struct EAC3SetupMaker: AudioSetupMaker {
    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        _ frame: AudioFrame,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        true
    }

    func make() throws(SampleEncryptionError) -> AudioSetupInformation? { nil }
}
