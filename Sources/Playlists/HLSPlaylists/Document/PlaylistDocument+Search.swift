/// Searches for lines by their tag, which read only the first bytes of all other lines.
extension PlaylistDocument {
    /// Returns the first line with a tag, or nil if there is none.
    package func firstLine(tagged tag: TagName) -> PlaylistLine? {
        var first: PlaylistLine?
        forEachNumber(tagged: tag) { number in
            first = lines[number - 1]
            return false
        }
        return first
    }

    /// Returns all lines with a tag, in order.
    package func lines(tagged tag: TagName) -> [PlaylistLine] {
        lineNumbers(tagged: tag).map { lines[$0 - 1] }
    }

    /// Returns the numbers of the lines with a tag, in order.
    package func lineNumbers(tagged tag: TagName) -> [Int] {
        var numbers: [Int] = []
        forEachNumber(tagged: tag) { number in
            numbers.append(number)
            return true
        }
        return numbers
    }

    /// Calls a closure with the number of each line that has a tag, until the closure returns false.
    private func forEachNumber(tagged tag: TagName, _ body: (Int) -> Bool) {
        let name = Array(tag.name.utf8)
        // The number sign and as much of the name as fits into one word.
        let start = [ASCII.numberSign] + name.prefix(ByteWord.size - 1)
        let mask = UInt64.max >> UInt64((ByteWord.size - start.count) * 8)
        let wanted = start.span.partialWord(at: 0).bits
        // The start of all lines with the tag, except malformed lines and tags without a value.
        let usual = [ASCII.numberSign] + name + [ASCII.colon]
        let starts = lineStarts.span
        let bytes = bytes.span
        for number in 1..<starts.count {
            let start = number == 1 ? contentStart : Int(starts[number - 1])
            guard bytes.partialWord(at: start).bits & mask == wanted else { continue }
            guard bytes.hasBytes(usual.span, at: start) || kind(ofLine: number) == .tag(tag) else { continue }
            guard body(number) else { return }
        }
    }
    @inline(never)
    private func kind(ofLine number: Int) -> PlaylistLine.Kind {
        LineClassifier.kind(bytes.span.extracting(contentRange(number)))
    }
}
