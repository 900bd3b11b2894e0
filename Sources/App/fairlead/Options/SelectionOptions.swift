import ArgumentParser
import CommandLineParts
import KeyStore
import Rewriting

/// The options for the variants, renditions and tags that `rewrite` keeps.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of the variants or renditions that the expression is about, keep those for which it holds, such as "
                + "'resolution<=1280x720' or 'type=audio,language=en|fr'. Conditions with commas between them have to hold "
                + "together: bandwidth, resolution, codec (variants), language, name, group (renditions), type (audio, video, subtitles, "
                + "closed-captions, i-frames), with = != < <= > >=. Repeat it to keep more.",
            valueName: "expr"
        )
    )
    var keep: [String] = []

    @Option(
        help: ArgumentHelp(
            "Drop the variants or renditions for which the expression holds; groups and what names them go along. "
                + "Repeat it to drop more.",
            valueName: "expr"
        )
    )
    var drop: [String] = []

    @Option(
        name: .customLong("drop-tags"),
        help: ArgumentHelp(
            "Take tags out of all playlists, such as EXT-X-DATERANGE,EXT-X-CUE-OUT; never one that a playlist needs.",
            valueName: "list"
        )
    )
    var dropTags: String?

    func apply(to request: inout RewriteRequest) throws {
        request.selection.keeps = try keep.map { try Self.expression($0, for: .keep) }
        request.selection.drops = try drop.map { try Self.expression($0, for: .drop) }
        guard let dropTags else { return }
        do throws(TagRemovalError) {
            request.droppedTags = try TagRemoval(parsing: dropTags)
        } catch {
            throw CommandFailure(.usage, "--drop-tags: \(error)")
        }
    }

    private static func expression(
        _ text: String,
        for purpose: SelectionExpression.Purpose
    ) throws -> SelectionExpression {
        do throws(SelectionExpressionError) {
            return try SelectionExpression(parsing: text, for: purpose)
        } catch {
            throw CommandFailure(.usage, "\(purpose.rawValue): \(error)")
        }
    }
}
