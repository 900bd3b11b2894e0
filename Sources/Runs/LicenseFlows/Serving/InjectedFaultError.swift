/// The refusal of a fault that is malformed or not possible.
package struct InjectedFaultError: Error, Sendable, CustomStringConvertible {
    /// The message: found and expected.
    let reason: String
    /// The ``reason``.
    package var description: String { reason }
}
