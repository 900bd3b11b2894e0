/// The shapes of tag lines that were parsed, to find a quoted attribute value in similar lines without
/// parsing.
///
/// The key lines of a playlist differ mostly in their URIs. A line that starts like a well-formed one has the
/// same attributes up to the value, and comparing costs a fraction of parsing. The bytes after the value are
/// compared, too, and parsed only if they differ.
struct AttributeShapes: Sendable {
    private(set) var shapes: [AttributeShape] = []

    /// The most shapes that are kept.
    ///
    /// Key lines have fewer shapes, and for lines without a shape nothing is gained.
    private static let maximumCount = 4

    /// Returns the range of an attribute value, with its quotes, in a line that starts like a recorded one.
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

    /// Returns whether a line ends after an attribute or continues with well-formed attributes of other
    /// names.
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
                let otherRange = attribute.nameRange
                if otherRange.count == name.count, content.hasBytes(name, at: otherRange.lowerBound) {
                    return false
                }
            }
            return !isEmpty
        } catch {
            return false
        }
    }

    /// Records a line whose attributes are known to be well-formed.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - value: the range of its value in the line, with its quotes if it has them.
    ///   - content: the line.
    mutating func record(_ name: [UInt8], at value: Range<Int>, in content: ArraySlice<UInt8>) {
        guard shapes.count < Self.maximumCount,
            let shape = AttributeShape(name, at: value, in: content)
        else { return }
        shapes.append(shape)
    }
}

extension Span<UInt8> {
    /// Returns whether the bytes at an offset equal `part`.
    @inline(__always)
    func hasBytes(_ part: Span<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, part.count <= count - offset else { return false }
        var index = 0
        while index &+ ByteWord.size <= part.count {
            // Safe: the part was checked to fit in after the offset.
            let ownBits = unsafe uncheckedWord(at: offset &+ index).bits
            guard unsafe ownBits == part.uncheckedWord(at: index).bits else { return false }
            index &+= ByteWord.size
        }
        if part.count >= ByteWord.size {
            // The last word overlaps bytes that were already compared.
            index = part.count &- ByteWord.size
            // Safe: the part was checked to fit in after the offset.
            return unsafe uncheckedWord(at: offset &+ index).bits == part.uncheckedWord(at: index).bits
        }
        while index < part.count {
            guard self[offset &+ index] == part[index] else { return false }
            index &+= 1
        }
        return true
    }
}
