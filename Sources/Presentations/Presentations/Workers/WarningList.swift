import Failures
import Synchronization

/// A list of warnings from several threads, in the order of arrival.
package final class WarningList: Sendable {
    private let warnings = Mutex<[String]>([])

    /// Creates an empty list.
    package init() {}

    /// Adds a warning, shortened to the maximum length of messages.
    package func add(_ warning: String) { warnings.withLock { $0.append(warning.truncatedForMessage) } }

    /// All warnings so far.
    package var all: [String] { warnings.withLock(\.self) }
}
