/// A fault that cannot be injected.
package struct InjectedFaultError: Error, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    package let reason: String
    /// The same.
    package var description: String { reason }
}
