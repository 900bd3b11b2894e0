/// Remembers where an attribute with a quoted value stood in lines that were looked at.
///
/// The key lines of a playlist are alike but for their URIs. A line that starts and ends like one that was well-formed,
/// with a quoted string between, is well-formed too and has the value at the same place: comparing costs a fraction
/// of reading the attributes.
struct AttributePlaces: Sendable {
    private struct Shape: Sendable {
        let name: [UInt8]
        /// The line up to the opening quote.
        let start: [UInt8]
        /// The line from the closing quote on.
        let end: [UInt8]
    }

    private var shapes: [Shape] = []

    /// More shapes than key lines have; for lines without a shape nothing is gained.
    private static let maximumCount = 4

    /// The value of an attribute, with its quotes, in a line that is like one that was noted; nil for other lines.
    func value(of name: [UInt8], in content: Span<UInt8>) -> Range<Int>? {
        for shape in shapes where shape.name == name {
            let valueStart = shape.start.count
            let end = content.count - shape.end.count
            guard valueStart <= end, content.hasPart(shape.start.span, at: 0),
                content.hasPart(shape.end.span, at: end),
                content.firstIndex(of: ASCII.quote, in: valueStart..<end) == nil
            else { continue }
            return (valueStart - 1)..<(end + 1)
        }
        return nil
    }

    /// Notes a line whose attributes were found to be well-formed.
    ///
    /// - Parameters:
    ///   - name: the attribute.
    ///   - value: where its value is, with its quotes if it has them.
    ///   - content: the line.
    mutating func note(_ name: [UInt8], at value: Range<Int>, in content: ArraySlice<UInt8>) {
        let start = content.prefix(value.lowerBound + 1)
        guard shapes.count < Self.maximumCount, start.last == ASCII.quote else { return }
        shapes.append(
            Shape(name: name, start: Array(start), end: Array(content.dropFirst(value.upperBound - 1)))
        )
    }
}

extension Span<UInt8> {
    /// Whether bytes stand at an offset.
    func hasPart(_ part: Span<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, part.count <= count - offset else { return false }
        var index = 0
        while index &+ ByteWord.size <= part.count {
            // Safe: the part was checked to fit in behind the offset.
            let own = unsafe uncheckedWord(at: offset &+ index).bits
            guard unsafe own == part.uncheckedWord(at: index).bits else { return false }
            index &+= ByteWord.size
        }
        if part.count >= ByteWord.size {
            // The last word overlaps bytes that were compared.
            index = part.count &- ByteWord.size
            // Safe: the part was checked to fit in behind the offset.
            return unsafe uncheckedWord(at: offset &+ index).bits == part.uncheckedWord(at: index).bits
        }
        while index < part.count {
            guard self[offset &+ index] == part[index] else { return false }
            index &+= 1
        }
        return true
    }
}
