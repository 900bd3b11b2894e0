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

    /// Returns the target duration of a line, in whole seconds.
    ///
    /// A decimal fraction is logged, and the value is rounded up. A segment that is as long as the value does
    /// therefore not exceed the result when it is rounded to the nearest second.
    ///
    /// - Throws: `PlaylistError` for anything but a number, and for a fraction if the reader is strict.
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
