import ArgumentParser
import KeyStore
import ProtectionTerms

/// The options for new keys and for the reuse of existing ones.
struct KeyGenerationOptions: ParsableArguments {
    @Flag(help: "Mint the next generation of this title's keys.")
    var newKey = false

    @Option(
        name: .customLong("reuse-key"),
        help: ArgumentHelp(
            "Use the existing key although the media of this rendition (without a name: of all) changed; repeatable.",
            valueName: "[rendition]"
        )
    )
    var reuseKey: [String] = []

    /// The options that are given.
    var givenOptions: [String] {
        [("--new-key", newKey), ("--reuse-key", !reuseKey.isEmpty)].filter(\.1).map(\.0)
    }

    /// The renditions that keep their key although their media changed.
    var reuse: KeyReuse {
        if reuseKey.isEmpty { return .none }
        return reuseKey.contains(OptionalValueArguments.allRenditions) ? .all : .renditions(Set(reuseKey))
    }

    /// Throws if keys would be reused in a way that reveals media.
    func validate(for method: MethodArgument?) throws {
        guard method == .protection(.sampleAESCTR), !reuseKey.isEmpty else { return }
        throw ValidationError(
            "--reuse-key cannot be used with --method sample-aes-ctr: media that are encrypted with the same key and IVs "
                + "reveal each other. Use --new-key"
        )
    }
}
