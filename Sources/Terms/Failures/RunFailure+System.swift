extension RunFailure {
    /// A system call failed: a failure of the given class, or `unavailable` if a resource was exhausted.
    ///
    /// - Parameters:
    ///   - errorNumber: the error number of the call (errno(3)).
    ///   - failureClass: the class, unless a resource was exhausted.
    ///   - location: the file or another location.
    ///   - problem: the problem, a clause without a full stop.
    ///   - found: the text that tells what was found.
    ///   - remedy: the remedy, unless a resource was exhausted, whose advice takes its place.
    ///   - kind: the reason, if a caller treats it in a special way.
    /// - Returns: the failure.
    package static func system(
        _ errorNumber: Int32,
        _ failureClass: FailureClass,
        at location: (any CustomStringConvertible)? = nil,
        _ problem: String,
        found: String? = nil,
        remedy: String,
        kind: Kind? = nil
    ) -> RunFailure {
        let shortage = ResourceShortage(code: errorNumber)
        return RunFailure(
            shortage == nil ? failureClass : .unavailable,
            at: location,
            problem,
            found: found,
            remedy: shortage?.advice ?? remedy,
            kind: kind,
            errorNumber: errorNumber
        )
    }
}
