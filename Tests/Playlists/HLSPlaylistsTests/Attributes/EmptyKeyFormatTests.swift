import HLSPlaylists
import Testing

/// Key lines with empty attributes.
struct EmptyKeyFormatTests {
    @Test(arguments: [
        (
            "both", #"#EXT-X-KEY:METHOD=AES-128,KEYFORMAT="",URI="a",KEYFORMATVERSIONS="""#,
            #"#EXT-X-KEY:METHOD=AES-128,URI="a""#
        ),
        (
            "of a session", #"#EXT-X-SESSION-KEY:KEYFORMAT="",METHOD=AES-128,URI="KEYFORMAT=""#,
            #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="KEYFORMAT=""#
        ),
        (
            "versions alone", #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="a",KEYFORMAT="b",KEYFORMATVERSIONS="""#,
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="a",KEYFORMAT="b""#
        ),
    ])
    func `Empty attributes go`(name: String, line: String, expected: String) {
        #expect(EncryptionKey.lineWithoutEmptyKeyFormat(line) == expected)
    }

    @Test(arguments: [
        #"#EXT-X-KEY:METHOD=AES-128,URI="a",KEYFORMAT="identity",KEYFORMATVERSIONS="1""#,
        #"#EXT-X-KEY:METHOD=AES-128, URI="KEYFORMAT=""#, #"#EXT-X-KEY:KEYFORMAT="""#, "#EXT-X-KEY:METHOD=",
        #"#EXT-X-VENDOR:KEYFORMAT="""#, "",
    ])
    func `All else stays as it is`(line: String) {
        #expect(EncryptionKey.lineWithoutEmptyKeyFormat(line) == line)
    }

    @Test(arguments: [
        (#"METHOD=AES-128"#, "identity"), (#"KEYFORMAT="""#, "identity"), (#"KEYFORMAT="a.b""#, "a.b"),
    ])
    func `The key format of a line`(attributes: String, expected: String) throws {
        let list = try AttributeList(parsing: Array(attributes.utf8)[...], line: 1, column: 1)
        #expect(try list.effectiveKeyFormat() == expected)
    }
}
