import Foundation
import Testing

@testable import KeyURITemplates

@Suite struct TemplateVariablesTests {
    @Test(arguments: [
        ("title=x", "title", "x"),
        ("title=a=b==", "title", "a=b=="),
        ("title=", "title", ""),
        ("a_1=ä \"", "a_1", "ä \""),
    ])
    func assigned(assignment: String, name: String, text: String) throws {
        var variables = TemplateVariables()
        try variables.assign(assignment)
        #expect(variables.names == [name])
        #expect(variables[name] == TemplateVariables.Value(text: text, encoding: .verbatim))
    }

    @Test(
        arguments: [
            ("hunter2", "", .missingEquals),
            ("", "", .missingEquals),
            ("=x", "", .illegalName),
            ("Title=x", "Title", .illegalName),
            ("a b=x", "a b", .illegalName),
            ("content_id=x", "content_id", .standardName),
            ("key_id=x", "key_id", .standardName),
            ("set=x", "set", .setTwice),
        ] as [(String, String, TemplateVariableError.Problem)]
    )
    func assignmentRejected(assignment: String, name: String, problem: TemplateVariableError.Problem) throws {
        var variables = TemplateVariables()
        try variables.assign("set=1")
        let error = #expect(throws: TemplateVariableError(name: name, problem: problem)) {
            try variables.assign(assignment)
        }
        #expect(try !#require(error).description.contains("hunter2"))
        #expect(variables.names == ["set"])
    }

    @Test(
        arguments: [
            (.entitlementURL, "https://host"), (.entitlementURL, "http://host/a?b#c"),
            (.period, "0"), (.generation, "18446744073709551616"),
            (.keyID, "01234567-89ab-4cde-8f01-23456789abcd"),
            (.contentID, ""), (.track, "a\"b"),
        ] as [(StandardVariable, String)]
    )
    func standardAccepted(variable: StandardVariable, text: String) throws {
        var variables = TemplateVariables()
        try variables.set(variable, to: text)
        #expect(variables[variable.rawValue]?.text == text)
    }

    @Test(
        arguments: [
            (.entitlementURL, ""), (.entitlementURL, "host/path"), (.entitlementURL, "https:host"),
            (.entitlementURL, "https://"), (.entitlementURL, "HTTPS://host"),
            (.entitlementURL, " https://host"),
            (.period, ""), (.period, "-1"), (.period, "1a"), (.period, "٣"), (.generation, "+1"),
            (.keyID, "01234567-89AB-4CDE-8F01-23456789ABCD"), (.keyID, "0123456789ab4cde8f0123456789abcd"),
            (.keyID, "01234567-89ab-4cde-8f01-23456789abc"), (.keyID, "0123456-789ab-4cde-8f01-23456789abcd"),
            (.keyID, "g1234567-89ab-4cde-8f01-23456789abcd"),
        ] as [(StandardVariable, String)]
    )
    func standardRejected(variable: StandardVariable, text: String) {
        var variables = TemplateVariables()
        let error = TemplateVariableError(
            name: variable.rawValue,
            problem: .mismatch(variable.type, source: nil)
        )
        #expect(throws: error) { try variables.set(variable, to: text) }
        #expect(variables.names.isEmpty)
    }

    @Test func aKeyReplacesTheKeyBefore() throws {
        var variables = TemplateVariables(contentID: "movie")
        variables.setKey(track: "hd", period: 0, generation: 1, keyID: UUID())
        let keyID = try #require(UUID(uuidString: "01234567-89AB-4CDE-8F01-23456789ABCD"))
        variables.setKey(track: "audio", period: 7, generation: 2, keyID: keyID)
        #expect(variables.names == ["content_id", "generation", "key_id", "period", "track"])
        #expect(variables["track"]?.text == "audio")
        #expect(variables["period"]?.text == "7")
        #expect(variables["generation"]?.text == "2")
        #expect(variables["key_id"]?.text == "01234567-89ab-4cde-8f01-23456789abcd")
    }

    @Test(arguments: [
        ("https://host/x", true), ("http://host/x", false), ("https:/host", false), ("", false),
    ])
    func httpsURL(text: String, accepted: Bool) {
        #expect(TemplateVariableType.httpsURL.accepts(text) == accepted)
    }
}
