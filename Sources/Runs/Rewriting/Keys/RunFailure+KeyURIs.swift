import Failures
import KeyStore
import Presentations
import ProtectionTerms

/// Failures to make new key URIs.
extension RunFailure {
    /// The playlists have neither FairPlay nor identity keys, and no key system was named.
    static var noKeySystem: RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.drm,
            "the playlists have neither FairPlay nor identity keys, so it is not known which key "
                + "system the key URI is for",
            remedy: "Name the key systems with \(CommandOption.drm)."
        )
    }

    /// The URIs of this key system contain a document, so a template cannot produce them without a key
    /// record.
    static func needsKeyURI(_ system: KeySystem) -> RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.drm,
            "a template makes no URI for \(system), whose URIs contain a document that is made from "
                + "the key record",
            remedy: "Leave out \(CommandOption.noRecords), or give the URI with \(CommandOption.keyURI)."
        )
    }

    /// The template uses a variable whose value only a key record has.
    static func variableNeedsRecord(_ name: String) -> RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.noRecords,
            "the key URI uses {\(name)}, which only a key record has",
            remedy: "Leave out \(CommandOption.noRecords), or use another template."
        )
    }

    /// The template uses the content id, which is unknown.
    static var unknownContentID: RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.contentID,
            "the key URI uses {content_id}, and no key record gives it",
            remedy: "Give \(CommandOption.contentID)."
        )
    }

    /// Two keys would get the same URI.
    static func sharedKeyURI(_ location: LineLocation, uri: String, other: LineLocation) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            "two keys would share the URI \(KeyURIRedaction.redacted(uri))",
            found: "the other one is in \(other)",
            remedy:
                "Use a template that tells all keys apart, without \(CommandOption.noRecords); or rewrite the media "
                + "playlists that an interrupted run did not rewrite, one by one."
        )
    }

    /// Two keys would get the same URI by another base or query.
    static func sharedChangedKeyURI(
        _ location: LineLocation,
        uri: String,
        other: LineLocation
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "two keys would share the URI \(KeyURIRedaction.redacted(uri))",
            found: "the other one is in \(other)",
            remedy:
                "Correct \(CommandOption.replaceBase) and \(CommandOption.addQuery), or leave out \(CommandOption.noRecords), as records tell keys "
                + "apart; or rewrite the media playlists that an interrupted run did not rewrite, one by one."
        )
    }

    /// A key would get, by another base or query, the URI of another key of its title.
    static func changedKeyURITaken(
        _ location: LineLocation,
        uri: String,
        by identity: KeyIdentity
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the URI \(KeyURIRedaction.redacted(uri)) already names another key of this title",
            found: "\(identity)",
            remedy: "Correct \(CommandOption.replaceBase) and \(CommandOption.addQuery)."
        )
    }
}
