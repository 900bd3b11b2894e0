import Bitstreams
import ElementaryStreams

/// A builder of the setup information of E-AC-3: the content of the `dec3` box (ETSI TS 102 366, F.6), from
/// the syncframes of the first access unit.
struct EAC3SetupBuilder: AudioSetupBuilder {
    private var configuration = DolbyConfigurationBuilder()
    /// The offset of the first frame in the file, or nil before it.
    private var offset: UInt64?

    mutating func examine(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        self.offset = self.offset ?? offset
        do throws(ParseError) {
            var isFirst = AC3SyncFrame.isAC3(bytes)
            if !isFirst { isFirst = try EAC3SyncFrame(bytes, at: offset).isOfFirstProgram }
            // The access unit starts of the scanner do not help here: PES packets may begin within an access
            // unit.
            if isFirst, configuration.isComplete { return true }
            // A stream may also begin within an access unit. Frames before the first independent substream of
            // the first program are skipped.
            guard isFirst || !configuration.isEmpty else { return false }
            try configuration.add(bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
        return false
    }

    func finish() throws(SampleEncryptionError) -> AudioSetupInformation? {
        guard let offset else { return nil }
        guard !configuration.isEmpty else {
            throw .malformed(.missing(offset: offset, "frame of the first program among the E-AC-3 frames"))
        }
        if let identifier = configuration.ac3BitstreamID {
            throw .malformed(
                .invalid(
                    offset: offset + 5,
                    field: "bsid",
                    found: "\(identifier), of AC-3",
                    expected: "11 to 16 of E-AC-3, which the stream is declared as"
                )
            )
        }
        return AudioSetupInformation(audioType: .zec3, setupData: configuration.eac3Body)
    }
}
