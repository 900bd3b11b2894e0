import ArgumentParser
import CommandLineParts
import Failures
import Presentations
import Rewriting

/// The options of `rewrite` for the addresses of media, playlists, keys and other files that playlists name.
struct RebaseOptions: ParsableArguments {
    @Option(
        name: .customLong("segment-base"),
        help: ArgumentHelp(
            "Where the tree's media are: a URL, an absolute path, or a path relative to the root directory of the playlists.",
            valueName: "uri"
        )
    )
    var segmentBase: String?

    @Option(
        name: .customLong("playlist-base"),
        help: ArgumentHelp("Where the tree's playlists are.", valueName: "uri")
    )
    var playlistBase: String?

    @Option(
        name: .customLong("replace-base"),
        help: ArgumentHelp(
            "Replace a prefix of absolute URIs: whole host and path segments, a scheme with its colon, or a prefix that ends "
                + "with a slash; repeatable.",
            valueName: "old=new"
        )
    )
    var replaceBase: [String] = []

    @Option(
        name: .customLong("add-query"),
        help: ArgumentHelp(
            "Add a query parameter to URIs, or replace its value; repeatable.",
            valueName: "name=value"
        )
    )
    var addQuery: [String] = []

    @Option(
        name: .customLong("add-query-file"),
        help: ArgumentHelp(
            "Like --add-query, with a secret value from the first line of a file or of standard input (-); repeatable.",
            valueName: "name=file"
        )
    )
    var addQueryFile: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The kinds of URIs that --replace-base, --add-query and --add-query-file change: \(URIKind.names.joined(separator: ", ")). "
                + "Default: segments,playlists.",
            valueName: "list"
        )
    )
    var kinds: [String] = []

    /// Sets the requested changes.
    func apply(to request: inout RewriteRequest) throws {
        request.segmentBase = try Self.base(segmentBase, option: "--segment-base")
        request.playlistBase = try Self.base(playlistBase, option: "--playlist-base")
        request.uriChanges.kinds = try addressKinds()
        request.uriChanges.replacements = try replaceBase.map { text in
            guard let replacement = URIPrefixReplacement(argument: text) else {
                throw RunFailure(
                    .usage,
                    at: "--replace-base",
                    "not two prefixes of URIs",
                    expected: "OLD=NEW, OLD not empty, without blanks",
                    remedy: "Correct it."
                )
            }
            guard !request.uriChanges.kinds.contains(.keys) || !replacement.containsVariable else {
                throw RunFailure(
                    .usage,
                    at: "--replace-base",
                    "a prefix with a variable cannot be replaced in key URIs, which are compared with the values of variables inserted",
                    expected: "OLD without {$",
                    remedy: "Write out its value, or leave keys out of --for."
                )
            }
            return replacement
        }
        request.uriChanges.parameters = try queryParameters()
    }

    private static func base(_ text: String?, option: String) throws -> URIBase? {
        guard let text else { return nil }
        guard let base = URIBase(argument: text) else {
            throw RunFailure(
                .usage,
                at: option,
                "not a base",
                expected: "a URL or path without query, fragment, blanks and variables",
                remedy: "Correct it."
            )
        }
        return base
    }
}

// MARK: Kinds of URIs

extension RebaseOptions {
    /// Returns the kinds of URIs that change.
    func addressKinds() throws -> Set<URIKind> {
        guard let list = kinds.first else { return URIChanges().kinds }
        guard kinds.count == 1 else {
            throw RunFailure(
                .usage,
                at: "--for",
                "given \(kinds.count) times",
                expected: "once, a list with commas",
                remedy: "Join the lists."
            )
        }
        guard !(replaceBase.isEmpty && addQuery.isEmpty && addQueryFile.isEmpty) else {
            throw RunFailure(
                .usage,
                at: "--for",
                "no change of URIs is requested",
                expected: "--replace-base, --add-query or --add-query-file with it",
                remedy: "Give one."
            )
        }
        return try Set(
            list.split(separator: ",", omittingEmptySubsequences: false).map { name in
                guard let kind = URIKind(rawValue: String(name)) else {
                    throw RunFailure(
                        .usage,
                        at: "--for",
                        "unknown kind of URIs",
                        found: "got \(name.isEmpty ? "nothing" : "'\(name)'")",
                        expected: URIKind.names.joined(separator: ", "),
                        remedy: "Correct the list."
                    )
                }
                return kind
            }
        )
    }

    /// Indicates whether key URIs change.
    var concernsKeys: Bool {
        (try? addressKinds())?.contains(.keys) == true
            && !(replaceBase.isEmpty && addQuery.isEmpty && addQueryFile.isEmpty)
    }
}
