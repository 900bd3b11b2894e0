import Failures
import KeyStore
import Presentations
import ProtectionTerms

/// Failures to find the keys of key lines, and to add or remove key lines.
extension RunFailure {
    /// The template is not for the method of a key line.
    static func templateNotForMethod(
        _ location: LineLocation,
        method: String,
        template: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "template \(template) is not for METHOD=\(method)",
            remedy: "Choose another template."
        )
    }

    /// FairPlay does not support the method of the keys beside which its line would be added.
    static func methodNotForFairPlay(_ location: LineLocation, method: String) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "FairPlay cannot be combined with these keys",
            found: "METHOD=\(method)",
            expected: "SAMPLE-AES",
            remedy: "Leave fairplay out of \(CommandOption.drm)."
        )
    }

    /// This key system does not support the method of the keys beside which its line would be added.
    static func methodNotForKeySystem(
        _ location: LineLocation,
        _ system: KeySystem,
        method: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "\(system) cannot be combined with these keys",
            found: "METHOD=\(method)",
            expected: "SAMPLE-AES or SAMPLE-AES-CTR",
            remedy: "Leave \(system) out of \(CommandOption.drm)."
        )
    }

    /// This key system is for fragmented MP4 only, and the playlist has no `EXT-X-MAP`.
    static func missingMap(_ location: LineLocation, _ system: KeySystem) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "\(system) is for fragmented MP4 only, and the playlist has no EXT-X-MAP",
            expected: "one, as fragmented MP4 has",
            remedy: "Leave \(system) out of \(CommandOption.drm)."
        )
    }

    /// The record has another IV than the key lines beside which a FairPlay line would be added.
    static func otherIVInRecord(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the key record has a different IV from the key lines here, and a FairPlay client would get that "
                + "of the record",
            remedy: "Correct the record, or leave fairplay out of \(CommandOption.drm)."
        )
    }

    /// A line of this key system cannot be added beside an identity line without IV.
    static func implicitIV(_ location: LineLocation, _ system: KeySystem) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "the identity key has no IV, so that each segment has one of its own, which no key line of "
                + "\(system) can express",
            remedy: "Leave \(system) out of \(CommandOption.drm)."
        )
    }

    /// The IV of an identity line to be added is unknown.
    static func unknownIV(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "an identity key line needs an IV, which only a key record has",
            remedy: "Leave out \(CommandOption.noRecords)."
        )
    }

    /// The key store has no record for a key line.
    static func noKeyRecord(_ location: LineLocation, uri: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "no record in the key store is known for the key URI \(KeyURIRedaction.redacted(uri))",
            remedy: "Name its store and \(CommandOption.contentID), or use \(CommandOption.noRecords)."
        )
    }

    /// The URI of a key line names several keys.
    static func ambiguousRecord(_ location: LineLocation, uri: String, count: Int) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the key URI \(KeyURIRedaction.redacted(uri)) names \(count) keys",
            expected: "one",
            remedy: "Give \(CommandOption.contentID)."
        )
    }

    /// The key store has the URI of a key line for a key of another title only.
    static func recordOfOtherTitle(_ location: LineLocation, uri: String, title: ContentID) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the key URI \(KeyURIRedaction.redacted(uri)) is recorded in the key store for another title",
            found: "\(title)",
            remedy: "Correct \(CommandOption.contentID), or use \(CommandOption.noRecords)."
        )
    }

    /// The lines of one group name different keys.
    static func differentKeysInGroup(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the key lines that apply together name different keys of the store",
            expected: "one key",
            remedy: "Correct the playlist or the store."
        )
    }

    /// The record of a key line has a key of the wrong length, in bytes, for the method of the line.
    static func wrongKeyLength(
        _ location: LineLocation,
        _ identity: KeyIdentity,
        found: Int,
        expected: Int,
        method: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the key record for the key line has a key of \(found) bytes",
            found: "\(identity)",
            expected: "\(expected) for METHOD=\(method)",
            remedy: "Correct \(CommandOption.contentID), or name the right store."
        )
    }

    /// An encrypted segment would have no key line left.
    static func noKeyLineLeft(_ location: LineLocation, systems: [KeySystem]) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the encrypted media here would be left without a key line",
            found: "dropped \(systems.map(\.name).joined(separator: ", "))",
            remedy: "Keep a key system, or add one with \(CommandOption.drm)."
        )
    }
}
