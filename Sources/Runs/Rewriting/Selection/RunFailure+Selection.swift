import Failures
import Presentations
import ProtectionTerms

/// Failures to select variants and renditions.
extension RunFailure {
    /// The given playlist is a media playlist, which has neither variants nor renditions.
    static func selectionInMediaPlaylist(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "\(CommandOption.keep) and \(CommandOption.drop) choose among variants and renditions",
            found: "got a media playlist",
            expected: "a multivariant one",
            remedy: "Give the multivariant playlist."
        )
    }

    /// The `--keep` expressions about some kind of entries match none of these entries.
    static func keepsNothing(_ path: TreePath, expressions: [String]) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "\(expressions.map { "\(CommandOption.keep) " + $0 }.joined(separator: " ")) keeps nothing",
            expected: "an entry that it matches",
            remedy: "Correct the expression."
        )
    }

    /// No variant would be left.
    static func noVariantLeft(_ path: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: path,
            "no variant is left",
            expected: "one at least",
            remedy: "Correct \(CommandOption.keep) or \(CommandOption.drop)."
        )
    }

    /// A variant would have no audio left.
    static func variantWithoutAudio(_ location: LineLocation, group: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the variant would have no sound: no rendition of its audio group '\(group)' is left, and no "
                + "other variant of the same pictures has another group",
            remedy: "Keep a rendition of the group, or drop the variant, too."
        )
    }

    /// Two groups of the same type would have renditions with different names.
    static func differentRenditionGroups(
        _ location: LineLocation,
        type: String,
        group: String,
        name: String,
        other: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "groups of TYPE=\(type) have renditions of the same names, and '\(name)' would be in '\(group)' "
                + "and not in '\(other)' (RFC 8216bis 4.4.6.1.1)",
            remedy: "Choose by what the groups have in common, or drop a whole group."
        )
    }

    /// No variant would be left on the pathway on which clients begin.
    static func noVariantOnPathway(_ location: LineLocation, pathway: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "no variant is left on pathway '\(pathway)', on which clients begin",
            expected: "one at least",
            remedy: "Keep one, or use \(CommandOption.dropTags) EXT-X-CONTENT-STEERING."
        )
    }
}
