import Foundation
import KeyURITemplates
import ProtectionTerms
import Testing
import TextFormats

@testable import ProviderTemplates

/// Templates found by a value of `--template`.
@Suite struct FindingTemplateTests {
    private static let yaml = """
        name: mine
        summary: an invented provider
        key_uri: "skd://{content_id}"
        methods: [sample-aes]
        """

    private func withFile(
        _ name: String,
        _ bytes: [UInt8],
        _ body: (String) throws -> Void
    ) throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fairlead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(bytes).write(to: file)
        try body(file.path)
    }

    @Test(arguments: ["mine.yaml", "mine.yml", "mine"])
    func aFile(name: String) throws {
        try withFile(name, Array(Self.yaml.utf8)) { path throws in
            let template = try OnboardingTemplate.find(path)
            #expect(template.name == "mine")
            #expect(template.summary == "an invented provider")
            #expect(template.keyURI.text == "skd://{content_id}")
            #expect(template.methods == [.sampleAES])
            #expect(template.keyGranularity == .presentation)
            #expect(template.variables.isEmpty)
            #expect(template.example.names.isEmpty)
        }
    }

    @Test func aNameOfABuiltInOne() throws {
        #expect(try OnboardingTemplate.find("entitlement").name == "entitlement")
    }

    @Test(
        arguments: [
            ("content_id", "content-id"), ("entitlment", "entitlement"), ("https-keys", "https-key"),
            ("content-id-tracks", "content-id-track"), ("widevine", nil), ("", nil),
            (String(repeating: "content-id", count: 10_000), nil),
        ] as [(String, String?)]
    )
    func unknownName(name: String, nearest: String?) throws {
        let known = OnboardingTemplate.builtInNames
        let error = OnboardingTemplateError(
            at: TextLocation(in: name),
            .unknownName(nearest: nearest, known: known)
        )
        #expect(throws: error) { try OnboardingTemplate.find(name) }
        #expect(known.allSatisfy(error.description.contains))
    }

    @Test(arguments: ["/nowhere/t.yaml", "./nowhere", "nowhere.yml"])
    func missingFile(path: String) {
        #expect(throws: OnboardingTemplateError(at: TextLocation(in: path), .notFound)) {
            try OnboardingTemplate.find(path)
        }
    }

    @Test func aDirectoryIsUnreadable() throws {
        let error = #expect(throws: OnboardingTemplateError.self) { try OnboardingTemplate.find("/") }
        guard case .unreadable = try #require(error).problem else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// The device is endless, so reading has to stop at the limit.
    @Test func endlessFile() {
        #expect(throws: OnboardingTemplateError(at: TextLocation(in: "/dev/zero"), .tooLarge)) {
            try OnboardingTemplate.find("/dev/zero")
        }
    }

    @Test func largestFile() throws {
        let padding = OnboardingTemplate.maximumBytes - Self.yaml.utf8.count - 2
        let largest = Self.yaml + "\n#" + String(repeating: "x", count: padding)
        try withFile("t.yaml", Array(largest.utf8)) { path throws in
            #expect(try OnboardingTemplate.find(path).name == "mine")
        }
        try withFile("t.yaml", Array((largest + "x").utf8)) { path throws in
            #expect(throws: OnboardingTemplateError(at: TextLocation(in: path), .tooLarge)) {
                try OnboardingTemplate.find(path)
            }
        }
    }
}
