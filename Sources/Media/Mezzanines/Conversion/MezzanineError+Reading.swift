import Bitstreams

extension MezzanineError {
    /// Runs a parser and adds the path of the file to its error.
    static func wrappingParseErrors<Value>(
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
