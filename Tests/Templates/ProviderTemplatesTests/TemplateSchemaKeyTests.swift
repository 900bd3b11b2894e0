import Foundation
import KeyURITemplates
import ProtectionTerms
import Testing

@testable import ProviderTemplates

/// The JSON Schema and the reader have the same keys and words.
@Suite struct TemplateSchemaKeyTests {
    private let schema: [String: Any]

    init() throws {
        let object = try JSONSerialization.jsonObject(with: Data(OnboardingTemplate.schema))
        schema = try #require(object as? [String: Any])
    }

    /// Returns the value at a path of keys.
    private func value(_ path: String...) throws -> [String: Any] {
        try path.reduce(schema) { try #require($0[$1] as? [String: Any], "\(path)") }
    }

    @Test func keys() throws {
        #expect(try Set(value("properties").keys) == Set(TemplateKey.ofFile.map(\.rawValue)))
        #expect(
            try Set(value("definitions", "variable", "properties").keys)
                == Set(TemplateKey.ofVariable.map(\.rawValue))
        )
        #expect(
            try Set(value("properties", "expected", "properties").keys)
                == Set(TemplateKey.ofExpected.map(\.rawValue))
        )
        let terms = Set(KeyPolicyTerm.allCases.map(\.templateKey))
        #expect(try Set(value("definitions", "terms", "properties").keys) == terms)
        let classes = Set(TrackClass.allCases.map(\.rawValue))
        #expect(try Set(value("properties", "record", "properties").keys) == terms.union(classes))
        #expect(
            try Set(value("properties", "example", "properties").keys)
                == Set(StandardVariable.allCases.map(\.rawValue))
        )
    }

    @Test func enumerations() throws {
        func enumValues(_ property: [String: Any]) throws -> [String] {
            let list = property["items"] as? [String: Any] ?? property
            return try #require(list["enum"] as? [String])
        }
        let known: [(String, [String])] = [
            ("methods", ProtectionMethod.allCases.map(\.rawValue)),
            ("method", ProtectionMethod.allCases.map(\.rawValue)),
            ("iv", OnboardingTemplate.IVSource.allCases.map(\.rawValue)),
            ("key_per", KeyGranularity.allCases.map(\.rawValue)),
            ("session_keys", SessionKeySelection.allCases.map(\.rawValue)),
            ("clear_lead", OnboardingTemplate.ClearLead.allCases.map(\.rawValue)),
            ("key_systems", KeySystem.names),
            ("key_format", OnboardingTemplate.templateKeySystems.map(\.keyFormat)),
        ]
        for (key, expected) in known {
            #expect(try Set(enumValues(value("properties", key))) == Set(expected), "\(key)")
        }
        let types = TemplateVariableType.declarable.map(\.rawValue)
        #expect(try Set(enumValues(value("definitions", "variable", "properties", "type"))) == Set(types))
    }
}
