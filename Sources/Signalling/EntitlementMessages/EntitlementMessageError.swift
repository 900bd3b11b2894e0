/// A message of an entitlement, token or session server that cannot be read.
package struct EntitlementMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the message should have been, such as `entitlement request`.
    package let message: String
    /// What was found, and what was expected.
    package let finding: String

    /// Both on one line.
    package var description: String { "no \(message): \(finding)" }
}
