import ArgumentParser
import CommandLineParts
import Failures
import Rewriting

/// The options for the variants, renditions and tags that `rewrite` keeps.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of the variants or renditions that the expression applies to, keep those that match, such as "
                + "'resolution<=1280x720' or 'type=audio,language=en|fr'. All conditions of the comma-separated list have to "
                + "match: bandwidth, resolution, codec (variants), language, name, group (renditions), type (audio, video, subtitles, "
                + "closed-captions, i-frames), with = != < <= > >=. Repeat it to keep more.",
            valueName: "expr"
        )
    )
    var keep: [String] = []

    @Option(
        help: ArgumentHelp(
            "Drop the variants or renditions that match the expression. Groups without variants and variants without their "
                + "audio group are dropped, too. Repeat it to drop more.",
            valueName: "expr"
        )
    )
    var drop: [String] = []

    @Option(
        name: .customLong("drop-tags"),
        help: ArgumentHelp(
            "Remove tags from all playlists, such as EXT-X-DATERANGE,EXT-X-CUE-OUT. Tags that a playlist needs are refused.",
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
            throw RunFailure(.usage, at: "--drop-tags", error.description.withoutFullStop)
        }
    }

    private static func expression(
        _ text: String,
        for purpose: SelectionExpression.Purpose
    ) throws -> SelectionExpression {
        do throws(SelectionExpressionError) {
            return try SelectionExpression(parsing: text, for: purpose)
        } catch {
            throw RunFailure(.usage, at: purpose.option, error.description.withoutFullStop)
        }
    }
}
