import BatchReports
import Presentations

/// Texts of a report as they stand in its page: as long as messages may be, and escaped.
enum PageText {
    /// A sentence.
    static func escaped(_ text: String) -> String { MarkupText.escaped(text.cutToMessage) }

    /// A name of a file, a key URI: its direction does not turn what stands around it.
    static func name(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }
}
