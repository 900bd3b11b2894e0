/// Remembers where an attribute with a quoted value stood in lines that were looked at.
///
/// The key lines of a playlist are alike up to their URIs. A line that starts like one that was well-formed has the same
/// attributes up to there: comparing costs a fraction of reading them. What stands behind the value is compared too, and
/// read where it is another, as that of lines with an IV each.
struct AttributePlaces: Sendable {
    private(set) var shapes: [AttributeShape] = []

    /// More shapes than key lines have; for lines without a shape nothing is gained.
    private static let maximumCount = 4

    /// The value of an attribute, with its quotes, in a line that starts like one that was noted.
    ///
    /// Nil for other lines, and for those that are malformed or have the attribute twice.
    func value(of name: [UInt8], in content: Span<UInt8>) -> Range<Int>? {
        for shape in shapes where shape.name == name {
            if let value = shape.value(in: content) { return value }
            guard let closing = shape.closingQuote(in: content),
                Self.isTail(content, from: closing + 1, without: name.span)
            else { continue }
            return shape.value(endingAt: closing)
        }
        return nil
    }

    /// Whether a line goes on behind an attribute with other ones, all well-formed and with other names.
    @inline(__always)
    private static func isTail(
        _ content: Span<UInt8>,
        from position: Int,
        without name: Span<UInt8>
    ) -> Bool {
        guard position < content.count else { return true }
        guard content[position] == ASCII.comma else { return false }
        var scanner = AttributeScanner(from: position + 1, line: 0, column: 0)
        do throws(PlaylistError) {
            var isEmpty = true
            while let attribute = try scanner.next(in: content) {
                isEmpty = false
                let other = attribute.name
                if other.count == name.count, content.hasPart(name, at: other.lowerBound) { return false }
            }
            return !isEmpty
        } catch {
            return false
        }
    }

    /// Notes a line whose attributes were found to be well-formed.
    ///
    /// - Parameters:
    ///   - name: the attribute.
    ///   - value: where its value is, with its quotes if it has them.
    ///   - content: the line.
    mutating func note(_ name: [UInt8], at value: Range<Int>, in content: ArraySlice<UInt8>) {
        guard shapes.count < Self.maximumCount,
            let shape = AttributeShape(name, at: value, in: content)
        else { return }
        shapes.append(shape)
    }
}

extension Span<UInt8> {
    /// Whether bytes stand at an offset.
    @inline(__always)
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
