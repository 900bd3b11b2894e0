/// An error in a message of an entitlement, token or session server, which cannot be read.
package struct EntitlementMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected kind of message, such as `entitlement request`.
    let message: String
    /// The contents that were found and those that were expected.
    let finding: String

    /// The expected message and the finding, in one line for people.
    package var description: String { "not a valid \(message): \(finding)" }
}
