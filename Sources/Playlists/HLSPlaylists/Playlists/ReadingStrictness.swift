/// The strictness with which a reader treats problems in a playlist.
package enum ReadingStrictness: Sendable {
    /// Throws the first problem that affects media or their keys.
    case strict
    /// Tolerates breaches of the RFC that leave only one interpretation, such as a comma at the end of an
    /// attribute list.
    ///
    /// Other problems that affect media or their keys are thrown. Edits of playlists use it and leave such
    /// lines as they are.
    case tolerant
    /// Logs all problems and continues after them.
    case complete
}
