/// The records of comma-separated values (RFC 4180), strictly: what its grammar does not allow is an error.
///
///     file   = record *(line-end record) [line-end]     ; lines with nothing in them are left out
///     record = cell *("," cell)
///     cell   = DQUOTE *(any / 2DQUOTE) DQUOTE / *any-but-comma-quote-or-line-end
///     line-end = CRLF / LF
struct CSVRecordReader {
    /// A row.
    struct Record {
        /// Where it begins, from 1.
        let line: Int
        /// Its bytes, without the line end.
        let range: Range<Int>
        let cells: [String]
    }

    private let content: ManifestContent
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    init(_ content: ManifestContent) {
        self.content = content
        bytes = content.bytes
        position = content.start
    }

    /// The next record; nil at the end.
    mutating func next() throws(ManifestError) -> Record? {
        while let length = lineEnd(at: position) { passLineEnd(length) }
        guard position < bytes.count else { return nil }
        let (firstLine, start) = (line, position)
        var cells: [String] = []
        while true {
            cells.append(try cell())
            if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
                position += 1
                continue
            }
            break
        }
        let record = Record(line: firstLine, range: start..<position, cells: cells)
        if let length = lineEnd(at: position) { passLineEnd(length) }
        return record
    }

    /// The length of the line end at an offset; nil if there is none.
    private func lineEnd(at offset: Int) -> Int? {
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "\n"): return 1
        case UInt8(ascii: "\r"):
            let isPair = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
            return isPair ? 2 : nil
        default: return nil
        }
    }

    private mutating func passLineEnd(_ length: Int) {
        position += length
        line += 1
    }

    /// Reads a cell up to the comma, line end or end of the file behind it.
    private mutating func cell() throws(ManifestError) -> String {
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try quotedCell() }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "\n"): return content.text(start..<position)
            case UInt8(ascii: "\r"):
                guard lineEnd(at: position) != nil else {
                    throw content.error(at: position, .loneCarriageReturn)
                }
                return content.text(start..<position)
            case UInt8(ascii: "\""): throw content.error(at: position, .quoteInCell)
            default: position += 1
            }
        }
        return content.text(start..<position)
    }

    private mutating func quotedCell() throws(ManifestError) -> String {
        let opening = position
        // What comes before the last doubled quote; most cells have none.
        var text = ""
        var pieceStart = opening + 1
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\n") { line += 1 }
            position += 1
            guard byte == UInt8(ascii: "\"") else { continue }
            if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
                text += content.text(pieceStart..<position)
                position += 1
                pieceStart = position
                continue
            }
            guard endsCell(at: position) else { throw content.error(at: position, .textAfterQuote) }
            return text + content.text(pieceStart..<(position - 1))
        }
        throw content.error(at: opening, .unclosedQuote)
    }

    private func endsCell(at offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] == UInt8(ascii: ",") || lineEnd(at: offset) != nil
    }
}
