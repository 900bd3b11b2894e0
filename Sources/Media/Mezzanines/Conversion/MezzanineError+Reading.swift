import Bitstreams

extension MezzanineError {
    /// Lets a parser read, and says of which file its error is.
    static func reading<Value>(
        _ path: String,
        _ body: () throws(ParseError) -> Value
    ) throws(MezzanineError) -> Value {
        do {
            return try body()
        } catch {
            throw .malformed(path: path, error)
        }
    }
}
