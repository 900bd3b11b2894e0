/// Runs `body` and throws the failure that `failure` makes of its error.
///
/// - Parameters:
///   - failure: makes the failure, such as `RunFailure.input`.
///   - body: throws errors of one type, which its closure has to name.
/// - Returns: the result of `body`.
/// - Throws: `RunFailure`.
package func mapErrors<Cause: Error, Result: ~Copyable>(
    to failure: (Cause) -> RunFailure,
    _ body: () throws(Cause) -> Result
) throws(RunFailure) -> Result {
    do {
        return try body()
    } catch {
        throw failure(error)
    }
}
