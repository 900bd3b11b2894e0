import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct AttributeListEditTests {
    @Test(
        arguments: [
            ("first", #"URI="a,b",X-Y=1"#, "URI", .quotedString("c"), #"URI="c",X-Y=1"#),
            (
                "last, blanks kept", #"URI="a", BYTERANGE="1@2" "#, "BYTERANGE", .quotedString("3@4"),
                #"URI="a", BYTERANGE="3@4" "#
            ),
            ("absent", #"URI="a" "#, "BYTERANGE", .quotedString("3@4"), #"URI="a",BYTERANGE="3@4" "#),
            ("empty list", "", "A", .decimalInteger(7), "A=7"),
            ("word", "A=1,B=2", "A", .enumeratedString("SAMPLE-AES"), "A=SAMPLE-AES,B=2"),
            ("hexadecimal", "IV=0XAB,B=2", "IV", .hexadecimalSequence([0, 0xCD]), "IV=0x00cd,B=2"),
        ] as [(String, String, String, AttributeValue, String)]
    )
    func replaces(name: String, before: String, attribute: String, value: AttributeValue, after: String)
        throws
    {
        let list = try attributeList(before).replacing(attribute, with: value)
        #expect(list.text == after)
        #expect(list.tagLine(.map) == "#EXT-X-MAP:" + after)
    }

    @Test(arguments: [
        ("first", "A=1, B=2,C=3", "A", "B=2,C=3"),
        ("middle", "A=1,B=2,C=3", "B", "A=1,C=3"),
        ("last", "A=1,B=2,C=3", "C", "A=1,B=2"),
        ("only", "A=1", "A", ""),
        ("absent", "A=1", "B", "A=1"),
    ])
    func removes(name: String, before: String, attribute: String, after: String) throws {
        #expect(try attributeList(before).removing(attribute).text == after)
    }

    @Test(
        arguments: [
            .quotedString("a\"b"), .quotedString("a\nb"), .quotedString("a\rb"), .quotedString("\u{0}"),
            .enumeratedString(""), .enumeratedString("a,b"), .enumeratedString("a b"),
            .enumeratedString("\"a\""),
            .enumeratedString("a\nb"),
        ] as [AttributeValue]
    )
    func refusesValuesThatWouldNotReadBack(value: AttributeValue) throws {
        let list = try attributeList("A=1")
        #expect(problem { try list.replacing("A", with: value) } != nil)
        #expect(problem { try list.appending("B", value) } != nil)
    }

    @Test(arguments: ["A", "", "B=1,C", "a b"])
    func refusesNames(name: String) throws {
        let list = try attributeList("A=1")
        #expect(problem { try list.appending(name, .decimalInteger(1)) } != nil)
    }
}
