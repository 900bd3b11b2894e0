/// An error type of one run, unknown to this target.
package protocol RunError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the failure, which determines the exit status.
    var failureClass: FailureClass { get }
}

/// The error of one run, type-erased, so that `PresentationError` does not depend on runs.
package struct RunRefusal: Hashable, Sendable {
    /// The error of the run, which provides the message.
    package let error: any RunError

    /// Creates a refusal from the error of a run.
    package init(_ error: some RunError) { self.error = error }

    /// Compares the errors; errors of different types are never equal.
    package static func == (left: Self, right: Self) -> Bool { left.error.hashable == right.error.hashable }

    package func hash(into hasher: inout Hasher) { hasher.combine(error.hashable) }
}

extension RunError {
    fileprivate var hashable: AnyHashable { AnyHashable(self) }
}
