import BatchReports
import Failures

/// Report texts for HTML: cut to the maximum message length and escaped.
enum PageText {
    /// Returns a sentence as HTML.
    static func escaped(_ text: String) -> String { MarkupEscaping.escaped(text.truncatedForMessage) }

    /// Returns a file name or key URI as HTML, isolated from the text direction around it.
    static func name(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }
}
