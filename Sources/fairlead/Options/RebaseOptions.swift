import ArgumentParser
import HLSPackaging
import KeyStore

/// Where media and playlists are, for `rewrite`.
struct RebaseOptions: ParsableArguments {
    @Option(
        name: .customLong("segment-base"),
        help: ArgumentHelp(
            "Where the tree's media are: a URL, an absolute path, or a path that is relative to the root's place.",
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
            "Replace a prefix of absolute URIs of media and playlists: whole host and path segments, or what ends "
                + "with a slash; repeatable.",
            valueName: "old=new"
        )
    )
    var replaceBase: [String] = []

    /// Sets what was asked for.
    func apply(to request: inout RewriteRequest) throws {
        request.segmentBase = try Self.base(segmentBase, option: "--segment-base")
        request.playlistBase = try Self.base(playlistBase, option: "--playlist-base")
        request.replacedPrefixes = try replaceBase.map { text in
            guard let replacement = URIPrefixReplacement(argument: text) else {
                throw CommandFailure(
                    .usage,
                    "--replace-base: not two prefixes of URIs (expected OLD=NEW, without blanks). Correct it."
                )
            }
            return replacement
        }
    }

    private static func base(_ text: String?, option: String) throws -> URIBase? {
        guard let text else { return nil }
        guard let base = URIBase(argument: text) else {
            throw CommandFailure(
                .usage,
                "\(option): not a base (expected a URL or path without query, fragment, blanks and variables). "
                    + "Correct it."
            )
        }
        return base
    }
}
