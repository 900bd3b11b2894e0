extension PlaylistDocument {
    /// The bytes of the document with its edits; the parsed bytes when there are none.
    package func serialized() -> [UInt8] {
        guard isEdited else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + edits.count * 64)
        var copied = 0
        for (number, edit) in edits.sorted(by: { $0.key < $1.key }) {
            let line = range(number)
            output += bytes[copied..<line.lowerBound]
            write(edit, of: number, to: &output)
            copied = line.upperBound
        }
        output += bytes[copied...]
        return output
    }

    private func write(_ edit: LineEdit, of number: Int, to output: inout [UInt8]) {
        let ending = endingOfSurroundings(number)
        for text in edit.before {
            output += (text + ending).utf8
        }
        switch edit.fate {
        case .kept: output += bytes[range(number)]
        case .replaced(let text): output += (text + lineEnding(number)).utf8
        case .removed: break
        }
        if edit.fate != .removed, !edit.after.isEmpty, lineEnding(number).isEmpty {
            // LF alone would turn a CR that is the end of this text into a part of the line ending.
            output += (output.last == ASCII.carriageReturn ? "\r\n" : ending).utf8
        }
        for text in edit.after {
            output += (text + ending).utf8
        }
    }

    /// The ending for new lines beside a line: its own, else (last line) that of the line before, else LF.
    private func endingOfSurroundings(_ number: Int) -> String {
        let own = lineEnding(number)
        guard own.isEmpty else { return own }
        return number > 1 ? lineEnding(number - 1) : "\n"
    }
}
