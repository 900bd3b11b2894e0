import Failures
import HLSPlaylists
import PlaylistLinting
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// Every pair of edits of `rewrite` adds no lint error or is refused without output (design decision 14).
struct RewriteCombinationTests {
    struct Edit: Sendable {
        let name: String
        let change: @Sendable (inout RewriteRequest) throws -> Void
    }

    static let edits: [Edit] = [
        Edit(name: "from") { $0.window = .span(from: .seconds(6), to: nil) },
        Edit(name: "to") { $0.window = .span(from: .zero, to: .seconds(6)) },
        Edit(name: "last") { $0.window = .last(.seconds(6)) },
        Edit(name: "dates") { request in
            request.window = .dates(from: DateTime(parsing: ArraySlice("2024-01-01T00:00:06Z".utf8)), to: nil)
        },
        Edit(name: "end") { $0.endsPlaylists = true },
        Edit(name: "segment-base") { $0.segmentBase = URIBase(argument: "https://cdn/x") },
        Edit(name: "playlist-base") { $0.playlistBase = URIBase(argument: "https://cdn/x") },
        Edit(name: "replace-base") { request in
            request.uriChanges.replacements = [
                try #require(URIPrefixReplacement(argument: "https://old=https://new")),
                try #require(URIPrefixReplacement(argument: "skd://old/=skd://new/")),
            ]
            request.uriChanges.kinds = Set(URIKind.allCases)
        },
        Edit(name: "add-query") { request in
            request.uriChanges.parameters = [try #require(URIQueryParameter(name: "token", value: "a b"))]
            request.uriChanges.kinds = Set(URIKind.allCases)
        },
        Edit(name: "keep") { request in
            request.selection.keeps = [try SelectionExpression(parsing: "bandwidth<=3000000", for: .keep)]
        },
        Edit(name: "drop") { request in
            request.selection.drops = try ["language=de", "type=i-frames"].map {
                try SelectionExpression(parsing: $0, for: .drop)
            }
        },
        Edit(name: "drop-tags") { $0.droppedTags = try TagRemoval(parsing: "EXT-X-DATERANGE,EXT-X-CUE-OUT") },
        Edit(name: "drop-dates") { request in
            request.droppedTags = try TagRemoval(parsing: "EXT-X-DATERANGE,EXT-X-PROGRAM-DATE-TIME")
        },
        Edit(name: "drop-drm") { $0.droppedSystems = [.playReady] },
        Edit(name: "session-keys") { $0.sessionKeys = .all },
        Edit(name: "query") { $0.parameters = QueryParameters(["token": "t"]) },
    ]

    private static let pairs = edits.indices.flatMap { first in
        edits.indices[first...].map { (edits[first], edits[$0]) }
    }

    /// The trees of `CombinationTrees` and the playlists of SampleMedia, each with the entry `main.m3u8`.
    private static let trees = Result { try makeTrees() }

    private static func makeTrees() throws -> [(name: String, playlists: [String: String])] {
        let samples = ["ts", "ts-byterange", "fmp4", "fmp4-byterange", "packed-audio"]
        return try [
            ("complete", CombinationTrees.complete), ("live", CombinationTrees.live),
            ("malformed", CombinationTrees.malformed),
        ] + samples.map { ($0, try samplePlaylists($0)) }
    }

    private static func samplePlaylists(_ folder: String) throws -> [String: String] {
        let files = try SampleFile.tree(folder).filter { $0.key.hasSuffix(".m3u8") }
        let entry = folder == "packed-audio" ? "index.m3u8" : "multivariant.m3u8"
        return Dictionary(
            uniqueKeysWithValues: files.map { name, bytes in
                (name == entry ? "main.m3u8" : name, String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    @Test(arguments: pairs.indices)
    func breakNothing(_ index: Int) throws {
        let (first, second) = Self.pairs[index]
        var succeeded = 0
        for (name, playlists) in try Self.trees.get() {
            let fixture = try RewriteFixture(playlists)
            let before = try Self.errors(in: fixture.tree.root)
            var request = fixture.request()
            try first.change(&request)
            try second.change(&request)
            let context = "\(name): \(first.name), \(second.name)"
            do {
                try fixture.run(request)
            } catch let error as RunFailure {
                #expect([.malformed, .usage].contains(error.failureClass), "\(context): \(error)")
                #expect(!fixture.tree.directory.exists("out"), "\(context)")
                continue
            }
            succeeded += 1
            let after = try Self.errors(in: fixture.output)
            for (fault, count) in after {
                #expect(count <= before[fault] ?? 0, "\(context): \(fault)")
            }
        }
        #expect(succeeded > 0, "\(first.name), \(second.name) are refused everywhere")
    }

    /// Counts the lint errors by playlist and rule, both of the whole tree and of single playlists.
    private static func errors(in root: String) throws -> [String: Int] {
        let tree = try PlaylistTreeReader(path: root + "/main.m3u8", root: nil).read()
        let subject = LintInput(
            name: "main.m3u8",
            multivariant: tree.multivariant,
            media: tree.media.map { media in
                LintInput.Media(
                    name: media.path.description,
                    reading: media.reading,
                    references: media.references
                )
            }
        )
        let findings = PlaylistLinter.findings(subject).filter { $0.rule.severity == .error }
        return findings.reduce(into: [:]) { $0["\($1.playlist): \($1.rule.id)", default: 0] += 1 }
    }
}
