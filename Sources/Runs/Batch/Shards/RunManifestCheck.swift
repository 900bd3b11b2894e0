package import Failures
import FoundationEssentials
package import KeyStore
import ProtectionTerms
import TextFormats

/// The check that all shards of a run, and all attempts at each, have the same manifest.
///
/// Titles belong to shards by their positions, so that another manifest, or another number of shards, leaves titles
/// out.
package struct RunManifestCheck {
    private let manifest: RunManifest
    private let source: String
    /// Indicates whether a run that is not known continues the newest one with the same output.
    private let continuesNewest: Bool

    /// Creates the check; nil if all titles are processed and the run has no name, as there is nothing to agree on.
    ///
    /// - Parameters:
    ///   - manifest: the manifest.
    ///   - output: `--output` as an absolute path, or an empty text.
    ///   - shard: the shard, or nil for all titles.
    ///   - run: the name of the run; nil for the number of the array job in the environment, if there is one.
    ///   - environment: the environment variables of the process.
    /// - Throws: `RunFailure` if the name of the run is malformed.
    package init?(
        _ manifest: Manifest,
        output: String,
        shard: ShardSelection?,
        run: String?,
        environment: [String: String]
    ) throws(RunFailure) {
        guard shard != nil || run != nil else { return nil }
        self.manifest = try RunManifest(
            run: Self.runName(run, environment: environment) ?? "",
            output: output,
            digest: manifest.digest,
            titleCount: manifest.titleCount,
            shardCount: shard?.count ?? 1
        )
        source = manifest.source
        // An array of some of the tasks of an earlier one has a number of its own.
        let tasks = try ArrayEngine.current(in: environment)?.taskCount(in: environment)
        continuesNewest = run == nil && shard != nil && tasks != nil && tasks != shard?.count
    }

    /// Returns the name of the run: the given one, or the id of the array job; nil if there is neither.
    package static func runName(_ given: String?, environment: [String: String]) -> String? {
        given ?? ArrayEngine.job(in: environment)
    }

    /// Throws if the key store knows the run with another manifest; otherwise records this one.
    ///
    /// - Parameters:
    ///   - store: the key store.
    ///   - isReadOnly: true if nothing is recorded.
    /// - Throws: `RunFailure`.
    package func check(in store: any KeyRecordStore, isReadOnly: Bool) throws(RunFailure) {
        if isReadOnly {
            if let known = try store.manifest(like: manifest, continuesNewest: continuesNewest) {
                try require(known)
            }
        } else {
            try require(store.record(manifest, continuesNewest: continuesNewest))
        }
    }

    private func require(_ known: RunManifest) throws(RunFailure) {
        var (found, expected): ([String], [String]) = ([], [])
        if known.digest != manifest.digest {
            found.append("SHA-256 \(Hexadecimal.encode(manifest.digest))")
            expected.append(Hexadecimal.encode(known.digest))
        }
        if known.titleCount != manifest.titleCount {
            found.append(CountText.text(manifest.titleCount, "title"))
            expected.append("\(known.titleCount)")
        }
        if known.shardCount != manifest.shardCount {
            found.append(CountText.text(manifest.shardCount, "shard"))
            expected.append("\(known.shardCount)")
        }
        guard !found.isEmpty else { return }
        let unnamed =
            manifest.output.isEmpty ? "runs without a name and \(CommandOption.output)" : "this output"
        let name = known.run.isEmpty ? unnamed : "run \(known.run.debugDescription)"
        throw RunFailure(
            .malformed,
            at: source,
            "the shards of \(name) have another manifest since \(known.recordedAt.formatted(.iso8601))",
            found: found.joined(separator: ", "),
            expected: expected.joined(separator: ", "),
            remedy:
                "Use the same manifest and number of shards, or begin another run with \(CommandOption.run) NAME."
        )
    }
}
