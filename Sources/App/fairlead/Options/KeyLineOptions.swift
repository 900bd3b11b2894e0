import ArgumentParser
import CommandLineParts
import Failures
import ProtectionTerms
import Rewriting

/// The options of `rewrite` for key lines and session keys, except new URIs.
struct KeyLineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The key systems that get a new key URI: \(KeySystem.names.joined(separator: ", ")) or a KEYFORMAT. "
                + "The URIs of widevine and playready are made from the key record. A system that the key lines lack is added. "
                + "Default: that of the template if the presentation has it, else fairplay, else identity.",
            valueName: "list"
        )
    )
    var drm: String?

    @Option(
        name: .customLong("drop-drm"),
        help: ArgumentHelp("The key systems to take out.", valueName: "list")
    )
    var dropDRM: String?

    @Option(
        name: .customLong("session-keys"),
        help:
            "EXT-X-SESSION-KEY: \(SessionKeyChange.allCases.map(\.rawValue).joined(separator: ", ")); start and all derive them from the media playlists."
    )
    var sessionKeys = SessionKeyChange.keep

    @Flag(
        name: .customLong("no-records"),
        help:
            "Do not use the key store: new URIs are not recorded, a template works only if there is a single key, and each URI counts as a key of its own."
    )
    var noRecords = false

    /// Returns the key systems of `--drm`, or nil if it is not given.
    func systems() throws -> [KeySystem]? {
        try drm.map { try Self.systems($0, option: "--drm") }
    }

    /// Returns the key systems of `--drop-drm`.
    func droppedSystems() throws -> [KeySystem] {
        let dropped = try dropDRM.map { try Self.systems($0, option: "--drop-drm") } ?? []
        if let both = try systems()?.first(where: dropped.contains) {
            throw RunFailure(
                .usage,
                at: "--drop-drm",
                "\(both) is also named with --drm",
                expected: "one of the two",
                remedy: "Leave it out of one."
            )
        }
        return dropped
    }

    private static func systems(_ list: String, option: String) throws -> [KeySystem] {
        var systems: [KeySystem] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let system = KeySystem(argument: String(name)) else {
                throw RunFailure(
                    .usage,
                    at: option,
                    "unknown key system",
                    found: "got \(name.isEmpty ? "nothing" : "'\(name)'")",
                    expected: "\(KeySystem.names.joined(separator: ", ")) or a KEYFORMAT",
                    remedy: "Correct the list."
                )
            }
            if !systems.contains(system) { systems.append(system) }
        }
        return systems
    }
}

extension SessionKeyChange: ExpressibleByArgument {}
