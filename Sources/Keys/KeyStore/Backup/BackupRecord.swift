internal import TextFormats

/// A line of a backup as it is read: a flat JSON object of strings and whole numbers, as ``BackupBuffer`` writes it.
///
/// Values stay where they are in the line until they are asked for, so that keys do not get into a `String`.
struct BackupRecord {
    /// Why a line is none.
    struct Failure: Error {
        /// From this byte of it on it is no such object.
        let position: Int
    }

    private enum Place {
        case text(Range<Int>)
        case integer(Int64)
    }

    private var places: [String: Place] = [:]

    /// Reads a line without its line feed.
    init(parsing line: Span<UInt8>) throws(Failure) {
        var position = 0
        try Self.expect("{", line, &position)
        repeat {
            let nameStart = position
            let name = try Self.string(line, &position)
            try Self.expect(":", line, &position)
            let place = try Self.place(line, &position)
            guard let name = Self.text(line, name), places.updateValue(place, forKey: name) == nil else {
                throw Failure(position: nameStart)
            }
            guard position < line.count, line[position] == UInt8(ascii: ",") else { break }
            position += 1
        } while true
        try Self.expect("}", line, &position)
        guard position == line.count else { throw Failure(position: position) }
    }

    /// A number; nil if there is none of this name.
    func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = places[name] else { return nil }
        return number
    }

    /// Text of `line`, which this was read from.
    func text(_ name: String, of line: Span<UInt8>) -> String? {
        guard case .text(let range)? = places[name] else { return nil }
        return Self.text(line, range)
    }

    /// Bytes that are hexadecimal digits in `line`.
    func bytes(_ name: String, of line: Span<UInt8>) -> [UInt8]? {
        guard case .text(let range)? = places[name] else { return nil }
        return Hexadecimal.decode(ascii: line.extracting(range))
    }

    /// Whether there is a field of this name.
    func has(_ name: String) -> Bool { places[name] != nil }

    private static func expect(
        _ character: Unicode.Scalar,
        _ line: Span<UInt8>,
        _ position: inout Int
    ) throws(Failure) {
        guard position < line.count, line[position] == UInt8(ascii: character) else {
            throw Failure(position: position)
        }
        position += 1
    }

    private static func place(_ line: Span<UInt8>, _ position: inout Int) throws(Failure) -> Place {
        guard position < line.count else { throw Failure(position: position) }
        if line[position] == UInt8(ascii: "\"") { return .text(try string(line, &position)) }
        let start = position
        while position < line.count,
            line[position] == UInt8(ascii: "-") || (0x30...0x39).contains(line[position])
        {
            position += 1
        }
        let digits = (start..<position).map { line[$0] }
        guard let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            throw Failure(position: start)
        }
        return .integer(number)
    }

    /// The range between quotation marks.
    private static func string(_ line: Span<UInt8>, _ position: inout Int) throws(Failure) -> Range<Int> {
        try expect("\"", line, &position)
        let start = position
        while position < line.count, line[position] != UInt8(ascii: "\"") {
            guard line[position] >= 0x20 else { throw Failure(position: position) }
            position += line[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = position
        try expect("\"", line, &position)
        return start..<end
    }

    /// The text that stands in a range, its escapes resolved; nil if there is another escape, or no UTF-8.
    private static func text(_ line: Span<UInt8>, _ range: Range<Int>) -> String? {
        var bytes: [UInt8] = []
        var position = range.lowerBound
        while position < range.upperBound {
            guard line[position] == UInt8(ascii: "\\") else {
                bytes.append(line[position])
                position += 1
                continue
            }
            let escaped = line[position + 1]
            if escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") {
                bytes.append(escaped)
                position += 2
                continue
            }
            guard escaped == UInt8(ascii: "u"), position + 6 <= range.upperBound,
                let code = Hexadecimal.decode(ascii: line.extracting(position + 2..<position + 6)),
                code[0] == 0,
                code[1] < 0x20
            else { return nil }
            bytes.append(code[1])
            position += 6
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
