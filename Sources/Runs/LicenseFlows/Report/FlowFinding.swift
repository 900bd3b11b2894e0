/// Something that a step found.
package struct FlowFinding: Hashable, Codable, Sendable {
    /// How much it matters.
    package enum Severity: String, Codable, Sendable {
        /// The step does not hold.
        case error
        /// Some apps or servers stop there.
        case warning
    }

    /// How much it matters.
    package let severity: Severity
    /// The playlist and line, the place in the exported file, or the key URI without its secrets; nil for the whole.
    package let place: String?
    /// What was found, and what was expected.
    package let message: String
    /// What to do.
    package let remedy: String

    /// A finding from its parts.
    package init(_ severity: Severity = .error, at place: String?, _ message: String, remedy: String) {
        self.severity = severity
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    /// The place, the message and the remedy, for people.
    package var text: String { (place.map { "\($0): " } ?? "") + "\(message). \(remedy)" }
}
