import Foundation
import Testing

/// The JSON Schema of templates, as used by another validator (Python's `jsonschema`).
struct TemplateSchemaTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace(.none)
        let schema = try workspace.fairlead("templates", "schema").succeeds()
        try workspace.write(schema.output, to: "schema.json")
    }

    private static let validator = """
        import json, sys, yaml
        from jsonschema import Draft7Validator
        schema = json.load(open(sys.argv[1], encoding="utf-8"))
        Draft7Validator.check_schema(schema)
        for path in sys.argv[2:]:
            for error in Draft7Validator(schema).iter_errors(yaml.safe_load(open(path, encoding="utf-8"))):
                print(path, list(error.absolute_path), error.message)
        """

    private func validate(_ names: [String]) throws -> Outcome {
        try ChildProcess(
            "/usr/bin/python3",
            ["-c", Self.validator, workspace.path("schema.json")] + names.map(workspace.path)
        ).wait()
    }

    @Test func `Every built-in template is valid`() throws {
        let names = try workspace.templateNames()
        for name in names {
            let yaml = try workspace.fairlead("templates", "show", name, "--format", "yaml").succeeds()
            try workspace.write(yaml.output, to: name + ".yaml")
        }
        let outcome = try validate(names.map { $0 + ".yaml" }).succeeds()
        #expect(outcome.text.isEmpty, "\(outcome.text)")
    }

    static let refused = [
        "name: x\nsummary: y\nmethods: [sample-aes]\n",
        "name: x\nsummary: y\nkey_uri: \"skd://x\"\nmethods: [none]\n",
        "name: x\nsummary: y\nkey_uri: \"skd://x\"\nmethods: [sample-aes]\nkey_uris: x\n",
        "name: x\nsummary: y\nkey_uri: \"skd://x\"\nmethods: [sample-aes]\nasset_id: [hosts]\n",
        "name: x\nsummary: y\nkey_uri: \"skd://x\"\nmethods: [sample-aes]\nrecord:\n  lease: 2d\n",
        "name: x\nextends: a/b\n",
    ]

    /// Files that the schema refuses are refused by `templates check`, too.
    @Test(arguments: refused)
    func `A wrong file is not valid`(yaml: String) throws {
        try workspace.write(yaml, to: "wrong.yaml")
        #expect(try !validate(["wrong.yaml"]).text.isEmpty)
        #expect(try workspace.fairlead("templates", "check", "./wrong.yaml").status == 69)
    }

    /// The expected formats are those in the program's message about an unknown one.
    @Test func `The schema knows the formats of keys export`() throws {
        try workspace.write(
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nexports: [nope]\n",
            to: "wrong.yaml"
        )
        let text = try workspace.fairlead("templates", "check", "./wrong.yaml").text
        let names = try #require(text.firstMatch(of: /no format nope \(expected (.+?)\)/)?.output.1)
        let schema = try #require(
            try JSONSerialization.jsonObject(with: workspace.data("schema.json")) as? [String: Any]
        )
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let items = try #require(properties["exports"]?["items"] as? [String: [String]])
        #expect(items["enum"] == names.split(separator: ", ").map(String.init))
    }
}
