import Foundation
import KeyURITemplates
import ProtectionTerms
import Testing
import TextFormats

@testable import ProviderTemplates

/// Templates that extend others.
@Suite struct TemplateExtensionTests {
    /// Writes files into a folder and reads the first of them.
    private func read(_ files: (name: String, yaml: String)...) throws -> OnboardingTemplate {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fairlead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in files {
            try Data(file.yaml.utf8).write(to: folder.appending(path: file.name))
        }
        do throws(OnboardingTemplateError) {
            return try OnboardingTemplate.load(file: folder.path + "/" + files[0].name)
        } catch {
            // Removes the folder, whose name is random.
            let name = String(error.location.source.split(separator: "/").last ?? "")
            let location = TextLocation(in: name, line: error.location.line, column: error.location.column)
            throw OnboardingTemplateError(at: location, error.problem)
        }
    }

    private let base = """
        name: base
        summary: the base
        key_uri: skd://{content_id}
        methods: [sample-aes, aes-128]
        source: [one, two]
        record: {hdcp: type-0, lease: 10, audio: {hdcp: none, lease: 20}}
        variables:
          host: {summary: the host, type: text, default: a.example}
        example: {content_id: movie}
        """

    @Test func mappingsAreMergedAndTheRestIsReplaced() throws {
        let template = try read(
            (
                "own.yaml",
                """
                extends: base.yaml
                name: own
                key_uri: skd://{host}/{content_id}
                source: [three]
                record: {lease: 30, audio: {lease: 40}}
                variables:
                  host: {default: b.example}
                  port: {summary: the port}
                """
            ),
            ("base.yaml", base)
        )
        #expect(template.name == "own" && template.summary == "the base")
        #expect(template.ancestors == ["base.yaml"])
        #expect(template.methods == [.sampleAES, .aes128])
        #expect(template.sources == ["three"])
        #expect(
            template.recordPolicy.common.hdcp == "type-0" && template.recordPolicy.common.leaseSeconds == 30
        )
        let audio = template.recordPolicy.terms(ofTrack: "audio")
        #expect(audio.hdcp == "none" && audio.leaseSeconds == 40)
        #expect(template.variables.map(\.name) == ["host", "port"])
        #expect(template.variables[0].summary == "the host")
        #expect(try template.keyURI.render(template.example) == "skd://b.example/movie")
    }

    @Test func aBuiltInOneIsExtended() throws {
        let template = try read(("own.yaml", "name: own\nextends: entitlement\nmethods: [sample-aes]"))
        #expect(template.keyURI == (try OnboardingTemplate.named("entitlement").keyURI))
        #expect(template.methods == [.sampleAES] && template.ancestors == ["entitlement"])
    }

    @Test(arguments: 1...9)
    func levelsAreCounted(count: Int) throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fairlead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for level in 1...count {
            let yaml = level == count ? base : "name: t\nextends: \(level + 1).yaml"
            try Data(yaml.utf8).write(to: folder.appending(path: "\(level).yaml"))
        }
        let path = folder.path + "/1.yaml"
        guard count == 9 else {
            #expect(try OnboardingTemplate.load(file: path).ancestors.count == count - 1)
            return
        }
        let error = OnboardingTemplateError(
            at: TextLocation(in: folder.path + "/8.yaml", line: 2, column: 10),
            .tooManyLevels
        )
        #expect(throws: error) { try OnboardingTemplate.load(file: path) }
    }

    @Test(
        arguments: [
            (["name: a\nextends: a.yaml"], "a.yaml", 2, 10, .extendsItself("a.yaml")),
            (
                ["name: a\nextends: b.yaml", "name: b\nextends: c.yaml", "name: c\nextends: a.yaml"],
                "c.yaml", 2, 10,
                .extendsItself("a.yaml")
            ),
            (
                ["name: a\nextends: z.yaml"], "a.yaml", 2, 10,
                .baseFile("z.yaml", "the template file does not exist. Correct the path.")
            ),
            (
                ["name: a\nextends: ../a.yaml"], "a.yaml", 2, 10,
                .invalidValue(
                    key: "extends",
                    expected: "the name of a built-in template, or of a .yaml file beside this one"
                )
            ),
            (
                ["name: a\nextends: drm"], "a.yaml", 2, 10,
                .unknownName(nearest: nil, known: OnboardingTemplate.builtInNames)
            ),
            (["extends: content-id"], "a.yaml", 1, 1, .missingKey("name")),
            // A fault of the base has its location in the base; a fault in the extending file has its own
            // location.
            (
                ["name: a\nextends: b.yaml", "name: b\nsummary: [x]"], "b.yaml", 2, 10,
                .invalidValue(key: "summary", expected: "one line of text")
            ),
            (["name: a\nextends: b.yaml", "name: b\nother: x"], "b.yaml", 2, 1, nil),
            (
                ["name: a\nextends: content-id\nmethod: aes"], "a.yaml", 3, 9,
                .unknownWord(
                    "aes",
                    key: "method",
                    known: ["aes-128", "sample-aes", "sample-aes-ctr", "aes-256-gcm"]
                )
            ),
            (["name: a\nextends: content-id\nexample: {title: x}"], "a.yaml", 3, 11, nil),
        ] as [([String], String, Int, Int, OnboardingTemplateError.Problem?)]
    )
    func refused(
        files: [String],
        source: String,
        line: Int,
        column: Int,
        problem: OnboardingTemplateError.Problem?
    ) throws {
        let names = ["a.yaml", "b.yaml", "c.yaml"]
        let second = files.count > 1 ? files[1] : base
        let third = files.count > 2 ? files[2] : base
        let error = try #require(
            #expect(throws: OnboardingTemplateError.self) {
                try read((names[0], files[0]), (names[1], second), (names[2], third))
            }
        )
        #expect(error.location == TextLocation(in: source, line: line, column: column))
        if let problem { #expect(error.problem == problem) }
        #expect(error.description.hasSuffix("."))
    }

    /// A template read from bytes has no folder.
    @Test func withoutFolderThereAreNoFilesBeside() {
        let error = #expect(throws: OnboardingTemplateError.self) {
            try OnboardingTemplate(yaml: Array("name: a\nextends: b.yaml".utf8), source: "a.yaml")
        }
        #expect(error?.problem == .unknownName(nearest: nil, known: OnboardingTemplate.builtInNames))
    }
}
