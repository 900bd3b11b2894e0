/// `EXT-X-TARGETDURATION:<s>` (RFC 8216bis 4.4.3.1): whole seconds that no segment exceeds, once its duration is rounded to
/// the nearest integer.
///
/// Every media playlist has it, and it is at least 1.
enum TargetDurationTag {
    static let definition = TagDefinition(
        "EXT-X-TARGETDURATION",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.1",
        .text
    )

    /// The seconds that a line gives.
    ///
    /// Decimals are noted and counted as a whole second, which no segment that rounds to them exceeds.
    ///
    /// - Throws: `PlaylistError` for what is no number, and where the reader is strict, for decimals.
    static func seconds(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) -> UInt64 {
        do throws(PlaylistError) {
            return try line.decimalInteger(of: .targetDuration)
        } catch {
            guard let duration = DecimalDuration.parse(line.value.trimmingBlanks()) else { throw error }
            try log.tolerate(error)
            let (seconds, attoseconds) = duration.components
            return UInt64(seconds) + (attoseconds > 0 ? 1 : 0)
        }
    }
}
