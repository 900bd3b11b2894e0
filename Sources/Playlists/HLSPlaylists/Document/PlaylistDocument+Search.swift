/// Finding lines by their tag, without a look at the rest of the others.
extension PlaylistDocument {
    /// The first line with a tag.
    package func firstLine(tagged tag: TagName) -> PlaylistLine? {
        var first: PlaylistLine?
        forEachNumber(tagged: tag) { number in
            first = lines[number - 1]
            return false
        }
        return first
    }

    /// All lines with a tag, in order.
    package func lines(tagged tag: TagName) -> [PlaylistLine] {
        lineNumbers(tagged: tag).map { lines[$0 - 1] }
    }

    /// The numbers of the lines with a tag, in order.
    package func lineNumbers(tagged tag: TagName) -> [Int] {
        var numbers: [Int] = []
        forEachNumber(tagged: tag) { number in
            numbers.append(number)
            return true
        }
        return numbers
    }

    /// Calls a body with the numbers of the lines with a tag until it returns false.
    private func forEachNumber(tagged tag: TagName, _ body: (Int) -> Bool) {
        let name = Array(tag.name.utf8)
        // The number sign and the name as far as they fill a word.
        let start = [ASCII.numberSign] + name.prefix(ByteWord.size - 1)
        let mask = UInt64.max >> UInt64((ByteWord.size - start.count) * 8)
        let wanted = start.span.partialWord(at: 0).bits
        // What stands at the start of all but malformed lines and those of tags without a value.
        let usual = [ASCII.numberSign] + name + [ASCII.colon]
        let starts = lineStarts.span
        let bytes = bytes.span
        for number in 1..<starts.count {
            let start = number == 1 ? contentStart : Int(starts[number - 1])
            guard bytes.partialWord(at: start).bits & mask == wanted else { continue }
            guard bytes.hasPart(usual.span, at: start) || kind(ofLine: number) == .tag(tag) else { continue }
            guard body(number) else { return }
        }
    }
    @inline(never)
    private func kind(ofLine number: Int) -> PlaylistLine.Kind {
        TagLine.kind(bytes.span.extracting(contentRange(number)))
    }
}
