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
    let location: String?
    /// The message: found and expected.
    let message: String
    /// The suggested correction.
    let remedy: String

    private enum CodingKeys: String, CodingKey {
        case severity, message, remedy
        case location = "place"
    }

    /// Creates a finding from its parts.
    init(_ severity: Severity = .error, at location: String?, _ message: String, remedy: String) {
        self.severity = severity
        self.location = location
        self.message = message
        self.remedy = remedy
    }

    /// The location, message and remedy as one line.
    package var text: String { (location.map { "\($0): " } ?? "") + "\(message). \(remedy)" }
}
