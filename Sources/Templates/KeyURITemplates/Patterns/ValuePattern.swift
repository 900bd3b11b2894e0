/// A regular expression that a whole value must match, without backtracking.
///
/// The time to match grows with the length of the value only, whatever the expression is.
///
///     pattern     = ["^"] alternation ["$"]        ; always anchored at both ends
///     alternation = sequence *("|" sequence)
///     sequence    = *(atom ["*" / "+" / "?" / "{" m "}" / "{" m "," "}" / "{" m "," n "}"])
///     atom        = "." / class / "(" alternation ")" / "(?:" alternation ")" / escape / character
///     class       = "[" ["^"] 1*(character ["-" character] / escape) "]"
///     escape      = "\" ("d" / "D" / "w" / "W" / "s" / "S" / punctuation)   ; ASCII
///
/// Characters are Unicode scalars.
package struct ValuePattern: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of a pattern, in Unicode scalars.
    static let maximumLength = 256
    /// The maximum length of a value with a pattern, in bytes of UTF-8.
    package static let maximumValueBytes = 1024
    /// The maximum number of automaton steps of a pattern, in which repetitions are unrolled.
    static let maximumSteps = 4096
    /// The maximum count in a repetition.
    static let maximumRepetitions = 1000

    /// The pattern as written.
    package let text: String
    private let automaton: PatternMachine

    /// Parses a pattern; an error has its column.
    package init(parsing text: String) throws(ValuePatternError) {
        var parser = PatternParser(text)
        self.text = text
        automaton = try PatternMachine(try parser.parse())
    }

    /// Indicates whether the whole text matches.
    package func matches(_ text: String) -> Bool { automaton.matches(text.unicodeScalars) }

    package var description: String { text }

    package static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
