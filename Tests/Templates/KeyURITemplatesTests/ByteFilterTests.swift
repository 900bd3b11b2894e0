import Foundation
import Testing

@testable import KeyURITemplates

/// Filters for bytes, applied to values that stand for bytes and to texts.
@Suite struct ByteFilterTests {
    static let keyID = "01234567-89ab-4cde-8f01-23456789abcd"
    static let iv: [UInt8] = Array(0..<16)

    /// Returns the variables of one key.
    static func variables(contentID: String = "movie-42", own: [String: String] = [:]) throws
        -> TemplateVariables
    {
        var variables = TemplateVariables(contentID: contentID)
        let keyID = try #require(UUID(uuidString: keyID))
        variables.setKey(track: "hd", period: 128, generation: 1, keyID: keyID, iv: iv)
        for (name, text) in own { try variables.setUserVariable(name, to: text) }
        return variables
    }

    private func render(_ template: String, _ variables: TemplateVariables) throws -> String {
        try KeyURITemplate(parsing: template).render(variables)
    }

    /// Encodings of the key id and the IV, by Python's `base64` and by hand; 128 is DoveRunner's example.
    @Test(arguments: [
        ("{key_id}", "01234567-89ab-4cde-8f01-23456789abcd"),
        ("{key_id|hex}", "0123456789ab4cde8f0123456789abcd"),
        ("{key_id|hex|upper}", "0123456789AB4CDE8F0123456789ABCD"),
        ("{key_id|upper}", "01234567-89AB-4CDE-8F01-23456789ABCD"),
        ("{key_id|uuid}", "01234567-89ab-4cde-8f01-23456789abcd"),
        ("{key_id|hex|upper|uuid}", "01234567-89ab-4cde-8f01-23456789abcd"),
        ("{key_id|upper|uuid}", "01234567-89ab-4cde-8f01-23456789abcd"),
        ("{key_id|base64}", "ASNFZ4mrTN6PASNFZ4mrzQ=="),
        ("{key_id|base64url}", "ASNFZ4mrTN6PASNFZ4mrzQ"),
        ("{iv}", "000102030405060708090a0b0c0d0e0f"),
        ("{iv|hex}", "000102030405060708090a0b0c0d0e0f"),
        ("{iv|upper}", "000102030405060708090A0B0C0D0E0F"),
        ("{iv|uuid}", "00010203-0405-0607-0809-0a0b0c0d0e0f"),
        ("{iv|base64}", "AAECAwQFBgcICQoLDA0ODw=="),
        ("{iv|base64|percent}", "AAECAwQFBgcICQoLDA0ODw%3D%3D"),
        ("{content_id|hex}", "6d6f7669652d3432"),
        ("{content_id|hex|hex}", "36643666373636393635326433343332"),
        ("{period|hex16}", "0000000000000080"),
        ("{content_id}{period|hex16}", "movie-420000000000000080"),
        ("{content_id|json|base64}", "Im1vdmllLTQyIg=="),
        ("{asset_id}", "movie-42"),
    ])
    func ofAKey(template: String, expected: String) throws {
        #expect(try render("skd://" + template, Self.variables()) == "skd://" + expected)
    }

    /// The vectors of RFC 4648 section 10, and the characters of section 5 for the values 62 and 63.
    @Test(arguments: [
        ("f", "Zg==", "Zg", "66"), ("fo", "Zm8=", "Zm8", "666f"), ("foo", "Zm9v", "Zm9v", "666f6f"),
        ("foob", "Zm9vYg==", "Zm9vYg", "666f6f62"), ("fooba", "Zm9vYmE=", "Zm9vYmE", "666f6f6261"),
        ("foobar", "Zm9vYmFy", "Zm9vYmFy", "666f6f626172"), ("\u{3FF}>?", "z78+Pw==", "z78-Pw", "cfbf3e3f"),
    ])
    func rfc4648(text: String, base64: String, base64URL: String, hex: String) throws {
        let variables = try Self.variables(own: ["own": text])
        #expect(
            try render("x:{own|base64} {own|base64url} {own|hex}".replacing(" ", with: "_"), variables)
                == "x:\(base64)_\(base64URL)_\(hex)"
        )
    }

    /// JSON strings by RFC 8259 section 7; because of the quotes the filter is not allowed directly in a URI.
    @Test(arguments: [
        ("movie", "\"movie\""), ("a\"b\\c/d", "\"a\\\"b\\\\c/d\""),
        ("\n\r\t\u{8}\u{C}", "\"\\n\\r\\t\\b\\f\""),
        ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("Grüße 𝄞", "\"Grüße 𝄞\""),
        ("e\u{301}", "\"e\u{301}\""),
    ])
    func json(text: String, expected: String) throws {
        let filter = try #require(TemplateFilter.named("json"))
        #expect(try filter.apply(TemplateVariables.Value(text: text, encoding: .verbatim)) == expected)
        let decoded = try JSONDecoder().decode(String.self, from: Data(expected.utf8))
        #expect(decoded.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(throws: TemplateError(column: 3, problem: .illegalCharacter("\""))) {
            try render("x:{own|json}", Self.variables(own: ["own": "a"]))
        }
    }

    @Test(arguments: [
        ("hex16", "18446744073709551615", "ffffffffffffffff"), ("hex16", "0", "0000000000000000"),
        ("hex16", "007", "0000000000000007"), ("upper", "aZ-é1", "AZ-é1"),
        ("uuid", "0123456789AB4CDE8F0123456789ABCD", keyID), ("uuid", keyID.uppercased(), keyID),
    ])
    func ofATextAccepted(filter: String, text: String, expected: String) throws {
        #expect(try render("x:{own|\(filter)}", Self.variables(own: ["own": text])) == "x:" + expected)
    }

    @Test(
        arguments: [
            ("hex16", "18446744073709551616", .numberTooLarge), ("hex16", "80h", .notANumber),
            ("hex16", "-1", .notANumber), ("hex16", "٣", .notANumber),
            ("uuid", "0123456789abcdef", .notAUUID), ("uuid", "0123456789ab4cde8f0123456789abc", .notAUUID),
            ("uuid", "g123456789ab4cde8f0123456789abcd", .notAUUID),
            ("uuid", "0123-456789ab4cde8f0123456789abcd", .notAUUID),
        ] as [(String, String, TemplateFilterError)]
    )
    func ofATextRejected(filter: String, text: String, error: TemplateFilterError) throws {
        let expected = TemplateError(column: 3, problem: .filter(filter, variable: "own", error))
        #expect(throws: expected) { try render("x:{own|\(filter)}", Self.variables(own: ["own": text])) }
        #expect(expected.description.hasSuffix(".") && !expected.description.contains(text))
    }

    @Test func aKeyWithoutVectorHasNone() throws {
        var variables = try Self.variables()
        variables.setKey(track: "hd", period: 0, generation: 1, keyID: UUID())
        #expect(variables["iv"] == nil)
    }

    @Test func theAssetIDIsTheUsersOrTheContentID() throws {
        var variables = try Self.variables()
        #expect(
            try KeyURITemplate(parsing: "skd://{asset_id}").variableNames(seeingThrough: variables) == [
                "asset_id", "content_id",
            ]
        )
        try variables.assign("asset_id=a b")
        #expect(try render("skd://{asset_id}", variables) == "skd://a%20b")
        #expect(throws: TemplateVariableError(name: "asset_id", problem: .setTwice)) {
            try variables.assign("asset_id=c")
        }
    }

    @Test(arguments: ["iv", "key_id", "content_id", "track", "period", "generation", "entitlement_url"])
    func whatFairleadSetsIsNotTheUsers(name: String) {
        var variables = TemplateVariables()
        #expect(throws: TemplateVariableError(name: name, problem: .standardName)) {
            try variables.assign("\(name)=00")
        }
    }
}
