/// The parser of patterns; see `ValuePattern` for the grammar.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        // One scalar more than permitted is enough to detect a pattern that is too long.
        scalars = Array(text.unicodeScalars.prefix(ValuePattern.maximumLength + 1))
    }

    mutating func parse() throws(ValuePatternError) -> PatternNode {
        guard scalars.count <= ValuePattern.maximumLength else {
            throw ValuePatternError(column: scalars.count, problem: .tooLong)
        }
        if currentScalar == "^" { index += 1 }
        let node = try alternation()
        if currentScalar == "$", index == scalars.count - 1 { index += 1 }
        switch currentScalar {
        case nil: return node
        case ")": throw error(.strayParenthesis)
        default: throw error(.innerAnchor)
        }
    }

    private var currentScalar: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func alternation() throws(ValuePatternError) -> PatternNode {
        var alternatives = [try sequence()]
        while currentScalar == "|" {
            index += 1
            alternatives.append(try sequence())
        }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func sequence() throws(ValuePatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = currentScalar, scalar != "|", scalar != ")", scalar != "$" {
            let node = try atom(scalar)
            nodes.append(try repetition(of: node))
        }
        return .sequence(nodes)
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(ValuePatternError) -> PatternNode {
        switch scalar {
        case "*", "+", "?", "{": throw error(.nothingToRepeat)
        case "^": throw error(.innerAnchor)
        case "(": return try group()
        case "[": return .characters(try characterClass())
        case "\\": return .characters(try escape())
        case ".":
            index += 1
            return .characters(.any)
        default:
            index += 1
            return .characters(PatternCharacters(scalar))
        }
    }

    private mutating func group() throws(ValuePatternError) -> PatternNode {
        let open = index
        index += 1
        if currentScalar == "?" {
            guard index + 1 < scalars.count, scalars[index + 1] == ":" else { throw error(.unsupported) }
            index += 2
        }
        let node = try alternation()
        if currentScalar == "$" { throw error(.innerAnchor) }
        guard currentScalar == ")" else { throw error(.unclosed, at: open) }
        index += 1
        return node
    }

    private mutating func repetition(of node: PatternNode) throws(ValuePatternError) -> PatternNode {
        let repeated: PatternNode
        switch currentScalar {
        case "*": repeated = .repeated(node, least: 0, most: nil)
        case "+": repeated = .repeated(node, least: 1, most: nil)
        case "?": repeated = .repeated(node, least: 0, most: 1)
        case "{": return try countedRepetition(of: node)
        default: return node
        }
        index += 1
        return repeated
    }

    private mutating func countedRepetition(of node: PatternNode) throws(ValuePatternError) -> PatternNode {
        let open = index
        let malformed = error(.malformedRepetition, at: open)
        guard let close = scalars[open...].firstIndex(of: "}") else { throw malformed }
        let numbers = scalars[(open + 1)..<close].split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count), let least = Self.number(numbers[0]) else { throw malformed }
        var most: Int? = least
        if numbers.count == 2 {
            most = Self.number(numbers[1])
            guard numbers[1].isEmpty || (most ?? -1) >= least else { throw malformed }
        }
        index = close + 1
        return .repeated(node, least: least, most: most)
    }

    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
        guard (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
            let number = Int(String(String.UnicodeScalarView(digits))),
            number <= ValuePattern.maximumRepetitions
        else { return nil }
        return number
    }

    private mutating func characterClass() throws(ValuePatternError) -> PatternCharacters {
        let open = index
        index += 1
        let isNegated = currentScalar == "^"
        if isNegated { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = currentScalar, scalar != "]" {
            if scalar == "\\" {
                ranges += try escape().positiveRanges
                continue
            }
            index += 1
            guard currentScalar == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                ranges.append(scalar.value...scalar.value)
                continue
            }
            let last = scalars[index + 1]
            guard last != "\\", last.value >= scalar.value else { throw error(.malformedClass) }
            ranges.append(scalar.value...last.value)
            index += 2
        }
        guard currentScalar == "]" else { throw error(.unclosed, at: open) }
        guard !ranges.isEmpty else { throw error(.malformedClass, at: open) }
        index += 1
        return PatternCharacters(ranges: ranges, isNegated: isNegated)
    }

    private mutating func escape() throws(ValuePatternError) -> PatternCharacters {
        guard index + 1 < scalars.count else { throw error(.unsupported) }
        let characters: PatternCharacters
        switch scalars[index + 1] {
        case "d": characters = .digits
        case "D": characters = .digits.negated
        case "w": characters = .wordCharacters
        case "W": characters = .wordCharacters.negated
        case "s": characters = .spaces
        case "S": characters = .spaces.negated
        case let scalar where scalar.isASCII && !PatternCharacters.wordCharacters.contains(scalar):
            characters = PatternCharacters(scalar)
        default: throw error(.unsupported)
        }
        index += 2
        return characters
    }

    private func error(_ problem: ValuePatternError.Problem, at position: Int? = nil) -> ValuePatternError {
        ValuePatternError(column: (position ?? index) + 1, problem: problem)
    }
}
