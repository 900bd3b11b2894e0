/// A simple reference for `PlaylistDocument`: a document as strings.
struct NaiveDocument {
    private struct Line {
        var before: [String] = []
        /// The content, or nil if the line was removed.
        var content: String?
        let ending: String
        var after: [String] = []
    }

    private var lines: [Line]

    /// Splits a text after each LF.
    init(_ text: String) {
        lines = []
        var rest = Array(text.unicodeScalars)[...]
        while !rest.isEmpty {
            let content = rest.prefix { $0 != "\n" }
            rest = rest[content.endIndex...].dropFirst()
            let hasLineFeed = content.endIndex < rest.startIndex
            let hasReturn = hasLineFeed && content.last == "\r"
            let ending = hasReturn ? "\r\n" : hasLineFeed ? "\n" : ""
            lines.append(Line(content: Self.text(hasReturn ? content.dropLast() : content), ending: ending))
        }
    }

    var count: Int { lines.count }

    func content(_ line: Int) -> String? { lines[line - 1].content }

    mutating func insert(_ text: String, before line: Int) { lines[line - 1].before.append(text) }

    mutating func insert(_ text: String, after line: Int) { lines[line - 1].after.append(text) }

    mutating func replace(_ line: Int, with text: String?) { lines[line - 1].content = text }

    var bytes: [UInt8] {
        var output: [UInt8] = []
        for (index, line) in lines.enumerated() {
            let previous = index > 0 ? lines[index - 1].ending : "\n"
            let ending = line.ending.isEmpty ? previous : line.ending
            for text in line.before { output += (text + ending).utf8 }
            if let content = line.content {
                output += (content + line.ending).utf8
                // A CR at the end of the text must not become part of a line ending.
                if line.ending.isEmpty, !line.after.isEmpty {
                    output += (output.last == 13 ? "\r\n" : ending).utf8
                }
            }
            for text in line.after { output += (text + ending).utf8 }
        }
        return output
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
