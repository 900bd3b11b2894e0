import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// A tree of playlists without media, a key store, and the output of `rewrite`.
final class RewriteFixture: Sendable {
    let tree: TreeFixture
    let keys: StoreFixture

    var store: SQLKeyStore { keys.store }
    var output: String { tree.directory.path + "/out" }

    init(_ playlists: [String: String]) throws {
        tree = try TreeFixture(playlists)
        keys = try StoreFixture()
    }

    /// Mints the key of one track of a title and returns its record.
    @discardableResult
    func mint(
        _ title: String = "movie-42",
        _ track: String = "all",
        period: Int = 0,
        generation: Int = 1,
        iv: [UInt8]? = nil,
        uri: String? = nil
    ) throws -> KeyRecord {
        let draft = KeyDraft(
            identity: try KeyIdentity(title, track, period, generation: generation),
            iv: try iv.map { try InitializationVector(bytes: $0) }
        )
        let record = try #require(try store.findOrCreate([draft]).first)
        if let uri { try addSignalling(uri, of: record) }
        return record
    }

    /// Stores signalling that gives a key this FairPlay URI.
    func addSignalling(_ uri: String, of record: KeyRecord) throws {
        try store.addSignalling([
            Signalling(
                keyID: record.keyID,
                system: "fairplay",
                method: "sample-aes",
                keyURI: uri,
                tree: tree.root
            )
        ])
    }

    /// Reads the tree as `rewrite` does.
    func rewriteTree(_ entry: String = "main.m3u8") throws -> RewriteTree {
        try RewriteTree(of: PlaylistTreeReader(path: tree.root + "/" + entry, root: nil).read())
    }

    func request(_ entry: String = "main.m3u8", inPlace: Bool = false) -> RewriteRequest {
        RewriteRequest(
            playlist: tree.root + "/" + entry,
            destination: inPlace ? .inPlace : .directory(output, overwrites: false)
        )
    }

    /// Runs the request, with the store or without records.
    @discardableResult
    func run(_ request: RewriteRequest, records: Bool = false) throws -> RewriteReport {
        try RewriteRun(request, store: records ? store : nil).execute()
    }

    /// Returns the text of a rewritten playlist.
    func text(_ name: String = "main.m3u8") throws -> String {
        String(decoding: try tree.directory.read("out/" + name), as: UTF8.self)
    }

    /// Rewrites one media playlist without records and returns its text.
    static func rewrite(
        _ playlist: String,
        _ change: (inout RewriteRequest) throws -> Void
    ) throws -> String {
        let fixture = try RewriteFixture(["main.m3u8": playlist])
        var request = fixture.request()
        try change(&request)
        try fixture.run(request)
        return try fixture.text()
    }
}

extension KeyURIRequest {
    /// Creates a request from a URI template, without a provider template.
    init(_ uri: String, _ systems: [KeySystem]? = nil) throws {
        self.init(template: try KeyURITemplate(parsing: uri), systems: systems) {
            contentID throws(TemplateVariableError) in
            contentID.map { TemplateVariables(contentID: $0.value) } ?? TemplateVariables()
        }
    }
}

/// Returns the lines that differ (longest common subsequence): all `-old`, then all `+new`, in order.
func changedLines(_ old: String, _ new: String) -> [String] {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let difference = after.difference(from: before)
    return difference.removals.map { "-" + $0.line } + difference.insertions.map { "+" + $0.line }
}

extension CollectionDifference<String>.Change {
    fileprivate var line: String {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}
