/// A regular expression that all of a value has to match, by a machine that never goes back: its time grows with the
/// length of the value, whatever the expression is.
///
///     pattern     = ["^"] alternation ["$"]        ; anchored at both ends, whether it says so or not
///     alternation = sequence *("|" sequence)
///     sequence    = *(atom ["*" / "+" / "?" / "{" m "}" / "{" m "," "}" / "{" m "," n "}"])
///     atom        = "." / class / "(" alternation ")" / "(?:" alternation ")" / escape / character
///     class       = "[" ["^"] 1*(character ["-" character] / escape) "]"
///     escape      = "\" ("d" / "D" / "w" / "W" / "s" / "S" / punctuation)   ; ASCII
///
/// Characters are Unicode scalars.
package struct ValuePattern: Hashable, Sendable, CustomStringConvertible {
    /// The longest pattern, in Unicode scalars.
    package static let maximumLength = 256
    /// The longest value that a pattern is tried on, in bytes of UTF-8.
    package static let maximumValueBytes = 1024
    /// The most steps of the machine that a pattern may need: repetitions are written out.
    static let maximumSteps = 4096
    /// The largest number of a repetition.
    static let maximumRepetitions = 1000

    /// The pattern as written.
    package let text: String
    private let machine: PatternMachine

    /// Parses a pattern; an error has the column where it is.
    package init(parsing text: String) throws(ValuePatternError) {
        var parser = PatternParser(text)
        self.text = text
        machine = try PatternMachine(try parser.parse())
    }

    /// Whether all of a text matches.
    package func matches(_ text: String) -> Bool { machine.matches(text.unicodeScalars) }

    /// The pattern as written.
    package var description: String { text }

    /// Whether the texts are the same; all else follows from them.
    package static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
