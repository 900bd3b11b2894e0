import ArgumentParser

/// The format of standard output.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// Text for people, or one JSON document.
    case text, json
}
