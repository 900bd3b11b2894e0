/// An error of one run, for what the floor of presentations cannot know.
package protocol RunError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class that the exit status follows from.
    var failureClass: FailureClass { get }
}

/// A refusal of one run among the errors of presentations, which name no run.
package struct RunRefusal: Hashable, Sendable {
    /// The error of the run.
    package let error: any RunError

    /// Makes the refusal of an error.
    package init(_ error: some RunError) { self.error = error }

    /// Compares the errors; those of two runs differ.
    package static func == (left: Self, right: Self) -> Bool { left.error.hashable == right.error.hashable }

    /// Hashes the error.
    package func hash(into hasher: inout Hasher) { hasher.combine(error.hashable) }
}

extension RunError {
    fileprivate var hashable: AnyHashable { AnyHashable(self) }
}
