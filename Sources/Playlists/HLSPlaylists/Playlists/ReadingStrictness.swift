/// How much of what is wrong with a playlist its reader puts up with.
package enum ReadingStrictness: Sendable {
    /// Nothing that bears on media or their keys: the first such problem is thrown.
    case strict
    /// Breaches of the letter that leave one meaning, as a comma at the end of an attribute list; other problems that bear on media
    /// or their keys are thrown.
    ///
    /// It is for edits of playlists, which leave such lines as they are.
    case tolerant
    /// Everything: all problems are noted and read past.
    case complete
}
