/// `EXT-X-TARGETDURATION:<s>` (RFC 8216bis 4.4.3.1): the whole seconds that no segment duration exceeds when
/// rounded to the nearest integer.
///
/// Every media playlist has the tag, and the value is at least 1.
enum TargetDurationTag {
    static let definition = TagDefinition(
        "EXT-X-TARGETDURATION",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.1",
        .text
    )

    /// Returns the seconds in a line.
    ///
    /// Decimals are logged and rounded up to a whole second, so that no segment that rounds to them exceeds
    /// the result.
    ///
    /// - Throws: `PlaylistError` for anything but a number, and for decimals if the reader is strict.
    static func seconds(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) -> UInt64 {
        do throws(PlaylistError) {
            return try line.decimalInteger(of: .targetDuration)
        } catch {
            guard let duration = DecimalDuration.parse(line.value.trimmingBlanks()) else { throw error }
            try log.logUnlessStrict(error)
            let (seconds, attoseconds) = duration.components
            return UInt64(seconds) + (attoseconds > 0 ? 1 : 0)
        }
    }
}
