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
        let neighbourEnding = endingOfSurroundings(number)
        func write(_ lines: [String]) {
            for text in lines {
                output += Array((text + neighbourEnding).utf8)
            }
        }
        write(edit.before)
        switch edit.fate {
        case .kept: output += bytes[range(number)]
        case .replaced(let text): output += Array((text + lineEnding(number)).utf8)
        case .removed: break
        }
        let isUnended = edit.fate != .removed && lineEnding(number).isEmpty
        if isUnended, !edit.after.isEmpty {
            output += Array(neighbourEnding.utf8)
        }
        write(edit.after)
    }

    /// The ending for new lines beside a line: its own, else (last line) that of the line before, else LF.
    private func endingOfSurroundings(_ number: Int) -> String {
        let own = lineEnding(number)
        guard own.isEmpty else { return own }
        return number > 1 ? lineEnding(number - 1) : "\n"
    }
}
