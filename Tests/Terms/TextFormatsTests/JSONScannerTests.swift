import TestRandomness
import Testing

@testable import TextFormats

@Suite struct JSONScannerTests {
    /// Returns the scalar if it is the whole text.
    private static func scalar(
        _ text: String,
        refusesNUL: Bool = false
    ) throws(JSONScanner.Failure) -> JSONScanner.Scalar? {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner(0..<bytes.count, refusesNUL: refusesNUL)
        let scalar = try scanner.scalar(in: bytes.span)
        return scanner.next(in: bytes.span) == nil ? scalar : nil
    }

    /// Returns the value of a string.
    private static func string(_ text: String) throws -> String? {
        guard case .string(let string)? = try scalar(text) else { return nil }
        let bytes = Array(text.utf8)
        return String(validating: string.bytes(in: bytes.span), as: UTF8.self)
    }

    /// Strings of RFC 8259 section 7; the last but one has its example of a surrogate pair.
    @Test(arguments: [
        (#""""#, ""), (#" "a" "#, "a"), ("\"é\u{1F3AC}\"", "é\u{1F3AC}"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9\u20ac""#, "Aéé€"),
        (#""x\uD834\uDD1Ey""#, "x\u{1D11E}y"), (#""\u0000""#, "\0"),
    ])
    func `Strings stand for texts`(text: String, expected: String) throws {
        #expect(try Self.string(text) == expected)
    }

    /// RFC 8259 sections 3 and 6.
    @Test(arguments: ["0", "-0", "10", "0.5", "-1.25e10", "1E+2", "1e-02", "true", "false", "null"])
    func `Values are told by their places`(text: String) throws {
        let range = 2..<2 + text.utf8.count
        let expected: JSONScanner.Scalar =
            switch text {
            case "true", "false": .boolean(range)
            case "null": .null(range)
            default: .number(range)
            }
        #expect(try Self.scalar("\t \(text)\r\n") == expected)
    }

    @Test(arguments: [
        ("", 0, JSONScanner.Failure.Problem.notAValue), ("  {", 2, .notAValue), ("nul", 0, .notAValue),
        ("-", 1, .notAValue), ("1.", 2, .notAValue), ("1e+", 3, .notAValue), ("+1", 0, .notAValue),
        (".5", 0, .notAValue), ("'a'", 0, .notAValue), (#" "a"#, 1, .unclosedString),
        (#""a\""#, 0, .unclosedString), (#""a\"#, 3, .unclosedEscape), (#""a\x""#, 2, .unknownEscape),
        ("\"a\n\"", 2, .controlInString), (#""\u12G4""#, 5, .notAHexadecimalDigit),
        (#""\u12"#, 5, .notAHexadecimalDigit), (#""a\ud83c""#, 2, .loneSurrogate),
        (#""\udfac\ud83c""#, 1, .loneSurrogate), (#""\ud83c\u0041""#, 1, .loneSurrogate),
        (#""\ud83c\u""#, 9, .notAHexadecimalDigit), (#""\ud83c\"#, 1, .loneSurrogate),
        (#""\\u0000\u0000""#, 8, .nul),
    ])
    func `Faults have places`(text: String, offset: Int, problem: JSONScanner.Failure.Problem) {
        #expect(throws: JSONScanner.Failure(offset: offset, problem: problem)) {
            try Self.scalar(text, refusesNUL: true)
        }
    }

    @Test(arguments: ["01", "1.5.2", "1 2", "truex", #""a" "b""#])
    func `What stands behind a value is left`(text: String) throws {
        #expect(try Self.scalar(text) == nil)
    }

    @Test func `Bytes outside of the range are not looked at`() throws {
        let bytes = Array(#""a\u0041" 12"#.utf8)
        for end in 0..<9 {
            var scanner = JSONScanner(0..<end)
            #expect(throws: JSONScanner.Failure.self) { try scanner.scalar(in: bytes.span) }
        }
        var scanner = JSONScanner(10..<11)
        #expect(try scanner.scalar(in: bytes.span) == .number(10..<11))
        #expect(scanner.next(in: bytes.span) == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `What is written as a string is read as it was`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "\0", "\u{1F}", "\"", "\\", "/", "\n", "\u{7F}", "é", "\u{FFFD}", "\u{1F3AC}", "u", "0",
        ]
        for count in 0..<30 {
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            #expect(try Self.string(JSONStringText.quoted(text)) == text)
            #expect(try Self.string(JSONStringText.quoted(text, .letters)) == text)
        }
    }
}
