import HLSPlaylists
import PlaylistFixtures
import Testing

/// Returns the attribute list after `#EXT-X-KEY:` on line 2; its first byte is in column 12.
func attributeList(_ text: String) throws -> AttributeList {
    try document("#EXTM3U\n#EXT-X-KEY:\(text)\n").line(2).attributes()
}

@Suite struct AttributeListTests {
    @Test(
        arguments: [
            ("none", "", [:], []),
            ("one", "A=1", ["A": "1"], ["A"]),
            (
                "commas and equals signs in quotes", #"URI="a,B=1,c",IV=0x1"#,
                ["URI": #""a,B=1,c""#, "IV": "0x1"], ["URI", "IV"]
            ),
            ("empty quoted string", #"B="",A=x"#, ["B": #""""#, "A": "x"], ["B", "A"]),
            (
                "unknown attributes", "X-COM-A=1x2,KEY-9=-1.5", ["X-COM-A": "1x2", "KEY-9": "-1.5"],
                ["X-COM-A", "KEY-9"]
            ),
            (
                "blanks around attributes", " A=1, B=\"x\" ,\tC=2 ", ["A": "1", "B": "\"x\"", "C": "2"],
                ["A", "B", "C"]
            ),
            ("a comma at the end", "A=1, ", ["A": "1"], ["A"]),
            ("an equals sign in a word", "A=b=c==", ["A": "b=c=="], ["A"]),
        ] as [(String, String, [String: String], [String])]
    )
    func reads(name: String, text: String, values: [String: String], names: [String]) throws {
        let list = try attributeList(text)
        #expect(list.names == names)
        #expect(list.text == text)
        for (name, value) in values {
            #expect(list.writtenValue(name) == value)
        }
        #expect(list.writtenValue("ABSENT") == nil)
    }

    @Test(
        arguments: [
            ("no value", "A", 13, .missingEqualsSign("A")),
            ("empty value", "A=", 14, .malformedValue("A")),
            ("empty value before another", "A=,B=1", 14, .malformedValue("A")),
            ("no name", "=1", 12, .missingName),
            ("a comma alone", ",", 12, .missingName),
            ("two commas at the end", "A=1,,", 16, .missingName),
            ("two commas", "A=1,,B=2", 16, .missingName),
            ("unclosed quote", #"A=1,B="x"#, 18, .unclosedQuotedString("B")),
            ("text behind a quote", #"A="x"y"#, 17, .malformedValue("A")),
            ("quote in a word", #"A=x"y""#, 14, .malformedValue("A")),
            ("blank in a word", "A=x y", 14, .malformedValue("A")),
            ("blank before a value", "A= x", 14, .malformedValue("A")),
            ("blank before the equals sign", "A =x", 13, .missingEqualsSign("A")),
            ("twice", "A=1,B=2,A=1", 20, .duplicate("A")),
            ("a name beyond ASCII", "Ä=1", 12, .missingName),
        ] as [(String, String, Int, AttributeProblem)]
    )
    func refuses(name: String, text: String, column: Int, expected: AttributeProblem) {
        let error = problem { try attributeList(text) }
        #expect(error?.line == 2)
        #expect(error?.column == column)
        #expect(error?.problem == .attribute(expected))
    }

    @Test func readsValuesByType() throws {
        let list = try attributeList(
            #"Q="a b",E=SAMPLE-AES,H=0X00fF,N=18446744073709551615,F=29.97,R=1920x1080"#
        )
        #expect(try list.quotedString("Q") == "a b")
        #expect(try list.enumeratedString("E") == "SAMPLE-AES")
        #expect(try list.hexadecimalSequence("H", substituting: .none) == [0, 255])
        #expect(try list.decimalInteger("N") == UInt64.max)
        #expect(try list.decimalFloatingPoint("F") == 29.97)
        #expect(try list.decimalResolution("R") == Resolution(width: 1920, height: 1080))
        #expect(try list.quotedString("ABSENT") == nil)
        #expect(try list.decimalInteger("ABSENT") == nil)
    }

    @Test(arguments: ["x", "-1", "1.0", "18446744073709551616", "\"1\"", "0x1"])
    func refusesIntegers(text: String) throws {
        let list = try attributeList("N=\(text)")
        #expect(problem { try list.decimalInteger("N") }?.column == 14)
    }

    @Test(arguments: ["00ff", "0x", "0x0", "0x123", "0xfg", "\"0x00\"", "-0x00"])
    func refusesHexadecimalSequences(text: String) throws {
        let list = try attributeList("H=\(text)")
        #expect(problem { try list.hexadecimalSequence("H", substituting: .none) }?.column == 14)
    }

    @Test(arguments: ["1920", "1920x", "x1080", "1920X1080", "1x2x3", "\"1x2\"", "1.0x2"])
    func refusesResolutions(text: String) throws {
        let list = try attributeList("R=\(text)")
        #expect(problem { try list.decimalResolution("R") }?.column == 14)
    }

    @Test(arguments: ["nan", "inf", "1e3", "0x1p3", "1.2.3", ".", "-1", "+1"])
    func refusesFloatingPoint(text: String) throws {
        let list = try attributeList("F=\(text)")
        #expect(problem { try list.decimalFloatingPoint("F") }?.column == 14)
    }

    @Test func saysTheValueUnlessItMayBeASecret() throws {
        let list = try attributeList(#"RESOLUTION=1920,URI=secret,IV=0xsecret"#)
        #expect(
            problem { try list.decimalResolution("RESOLUTION") }?.message
                == "RESOLUTION has a bad value (got '1920', expected WIDTHxHEIGHT). Correct the value."
        )
        #expect(
            problem { try list.quotedString("URI") }?.message
                == "URI has a bad value (expected a quoted string). Correct the value."
        )
        let iv = problem { try list.hexadecimalSequence("IV", substituting: .none) }
        #expect(iv?.message.contains("secret") == false)
    }

    @Test func refusesTheOtherKindOfString() throws {
        let list = try attributeList("Q=\"x\",E=x")
        #expect(problem { try list.enumeratedString("Q") } != nil)
        #expect(problem { try list.quotedString("E") } != nil)
    }
}
