import KeyStore
import TextFormats

extension ImportInput {
    /// A CSV reader of the file, for which a carriage return ends a line, too.
    var csv: CSVReader { CSVReader(from: range.lowerBound, endsLinesAtCarriageReturns: true) }

    /// Returns the next record of a reader, or nil at the end.
    func next(_ reader: inout CSVReader) throws(KeyStoreError) -> CSVReader.Record? {
        do throws(CSVReader.Failure) {
            return try withSpan(wholeRange) { bytes throws(CSVReader.Failure) in try reader.next(in: bytes) }
        } catch {
            throw self.error(at: error.offset, Self.reason(error.problem))
        }
    }

    /// Returns the bytes of a field, which may be secret; the caller erases them.
    func bytes(_ field: CSVReader.Field) -> [UInt8] { withSpan(wholeRange) { field.bytes(in: $0) } }

    /// Returns the text of a field that is not secret, or nil if it is not UTF-8.
    func text(_ field: CSVReader.Field) -> String? { String(validating: bytes(field), as: UTF8.self) }

    private static func reason(_ problem: CSVReader.Failure.Problem) -> String {
        switch problem {
        case .quoteInField: "a quote in a field that is not in quotes"
        case .textAfterQuotes: "text after a field in quotes"
        case .unclosedQuotes: "a quote is not closed"
        case .loneCarriageReturn: "a carriage return without a line feed"
        }
    }
}
