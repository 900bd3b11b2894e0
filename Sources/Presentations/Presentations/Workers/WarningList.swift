import Synchronization

/// Warnings from several threads, in the order of their arrival.
package final class WarningList: Sendable {
    private let warnings = Mutex<[String]>([])

    /// None yet.
    package init() {}

    /// Adds one.
    package func add(_ warning: String) { warnings.withLock { $0.append(warning.cutToMessage) } }

    /// Those there are.
    package var all: [String] { warnings.withLock(\.self) }
}
