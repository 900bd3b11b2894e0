internal import Ciphers
internal import KeyStore

/// A row of CSV as places in its file.
struct CSVRow {
    /// A field; of a quoted one what stands between the quotes.
    struct Field {
        let range: Range<Int>
        let isQuoted: Bool
    }

    let offset: Int
    let fields: [Field]
}

/// Reads CSV (RFC 4180); lines end with LF or CR LF, empty ones are skipped.
struct CSVReader {
    private let input: ImportInput
    private var index: Int

    init(_ input: ImportInput) {
        self.input = input
        index = input.range.lowerBound
    }

    /// The next row; nil at the end.
    mutating func next() throws(KeyStoreError) -> CSVRow? {
        while let byte = peek, byte == 0x0A || byte == 0x0D { index += 1 }
        guard peek != nil else { return nil }
        let start = index
        var fields: [CSVRow.Field] = []
        repeat {
            fields.append(try field())
        } while takeComma()
        return CSVRow(offset: start, fields: fields)
    }

    private mutating func field() throws(KeyStoreError) -> CSVRow.Field {
        guard peek == UInt8(ascii: "\"") else {
            let start = index
            while let byte = peek, byte != UInt8(ascii: ","), byte != 0x0A, byte != 0x0D {
                guard byte != UInt8(ascii: "\"") else {
                    throw input.error(at: index, "a quote in a field that does not stand in quotes")
                }
                index += 1
            }
            return CSVRow.Field(range: start..<index, isQuoted: false)
        }
        let start = index
        index += 1
        while let byte = peek {
            index += 1
            guard byte == UInt8(ascii: "\"") else { continue }
            // Two quotes are one of the text.
            guard peek == UInt8(ascii: "\"") else { return try quoted(from: start) }
            index += 1
        }
        throw input.error(at: start, "a quote is not closed")
    }

    private func quoted(from start: Int) throws(KeyStoreError) -> CSVRow.Field {
        guard peek == nil || [UInt8(ascii: ","), 0x0A, 0x0D].contains(peek) else {
            throw input.error(at: index, "something behind a field in quotes")
        }
        return CSVRow.Field(range: start + 1..<index - 1, isQuoted: true)
    }

    private mutating func takeComma() -> Bool {
        guard peek == UInt8(ascii: ",") else { return false }
        index += 1
        return true
    }

    private var peek: UInt8? { index < input.range.upperBound ? input[index] : nil }
}

extension CSVRow.Field {
    /// The bytes of the field, which may be a secret; whoever gets them erases them.
    func bytes(_ input: ImportInput) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            bytes.append(input[index])
            index += isQuoted && input[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return bytes
    }

    /// The text of a field that holds no secret; nil if it is no UTF-8.
    func text(_ input: ImportInput) -> String? { String(validating: bytes(input), as: UTF8.self) }
}
