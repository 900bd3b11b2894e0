/// A finding of a step.
package struct FlowFinding: Hashable, Codable, Sendable {
    /// A level of severity.
    package enum Severity: String, Codable, Sendable {
        /// Makes the step fail.
        case error
        /// Stops only some apps or servers.
        case warning
    }

    /// The severity.
    package let severity: Severity
    /// The playlist and line, the location in the exported file, or the key URI without secrets; nil for no
    /// location.
    let place: String?
    /// The message: found and expected.
    let message: String
    /// The suggested correction.
    let remedy: String

    /// Creates a finding from its parts.
    init(_ severity: Severity = .error, at place: String?, _ message: String, remedy: String) {
        self.severity = severity
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    /// The location, message and remedy as one line.
    package var text: String { (place.map { "\($0): " } ?? "") + "\(message). \(remedy)" }
}
