import Foundation
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// A generated presentation, which is not on disk, gives the same protected bytes as one on disk.
struct GeneratedPresentationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let folder: String
        let entry: String
        let policy: ProtectionPolicy
        let name: String

        init(_ folder: String, _ method: ProtectionMethod, _ name: String = "", entry: String? = nil) {
            self.init(folder, ProtectionPolicy(method: method), name, entry: entry)
        }

        init(_ folder: String, _ policy: ProtectionPolicy, _ name: String, entry: String? = nil) {
            self.folder = folder
            self.entry = entry ?? "multivariant.m3u8"
            self.policy = policy
            self.name = name
        }

        var testDescription: String { "\(folder), \(policy.method.rawValue) \(name)" }
    }

    static let cases: [Case] =
        ["ts", "ts-byterange", "fmp4", "fmp4-byterange"].flatMap { folder in
            [Case(folder, .aes128), Case(folder, .sampleAES)]
        } + [
            Case("fmp4", .sampleAESCTR), Case("fmp4-byterange", .sampleAESCTR),
            Case("packed-audio", .aes128, entry: "index.m3u8"),
            Case("packed-audio", .aes256GCM, entry: "index.m3u8"),
            Case("ts", .aes256GCM, "video alone", entry: "video/720p/index.m3u8"),
            Case("fmp4-byterange", .aes256GCM, "without I-frames", entry: "index.m3u8"),
            Case("packed-audio", .sampleAES, entry: "index.m3u8"),
            Case("ts", .sampleAES, "audio alone", entry: "audio/en/index.m3u8"),
        ]

    @Test(arguments: cases)
    func isProtectedAsOnDisk(_ subject: Case) throws {
        let files = try SampleFile.tree(subject.folder)
        try #require(files[subject.entry] != nil)
        let fixture = try RunFixture(files: files)
        var request = try fixture.request(subject.policy, output: "disk")
        request.jobs = 2
        request.source = PlaylistSource(fixture.tree.root + "/" + subject.entry, root: fixture.tree.root)
        let first = try fixture.run(request)

        request.source = GeneratedPresentation(files, entry: subject.entry)
        request.output = fixture.directory.path + "/made"
        let second = try fixture.run(request)

        #expect(second.outcome == "published")
        #expect(second.keys.map(\.keyID) == first.keys.map(\.keyID))
        #expect(second.files == first.files)
        #expect(second.bytes == first.bytes)
        let (disk, generated) = (try fixture.output("disk"), try fixture.output("made"))
        #expect(disk.keys.sorted() == generated.keys.sorted())
        for (name, bytes) in disk { #expect(generated[name] == bytes, "\(name)") }
        #expect(!disk.isEmpty)
    }

    @Test func aRehearsalSaysTheSame() throws {
        let files = try SampleFile.tree("fmp4")
        let fixture = try RunFixture(files: files)
        var request = try fixture.request(ProtectionPolicy(method: .sampleAES))
        request.source = GeneratedPresentation(files, entry: "multivariant.m3u8", warnings: ["said"])
        let report = try ProtectionRun(request, store: fixture.keys.store).dryRun()
        #expect(report.outcome == "dry-run")
        #expect(report.warnings.first == "said")
        #expect(!fixture.directory.exists("out"))
        let done = try fixture.run(request)
        #expect(done.bytes == report.bytes)
        #expect(try fixture.run(request).outcome == "unchanged")
    }
}
