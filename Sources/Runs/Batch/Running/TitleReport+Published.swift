import BatchReports
import Failures
import FoundationEssentials
import KeyStore
import Presentations
import Protection

extension TitleReport {
    /// Adds the input and output of a title that is unchanged since its publication.
    mutating func add(_ published: PublishedTitle, at path: String) {
        input.files = published.inputs.count
        input.bytes = published.inputs.byteCount
        output = Output(path: path, files: published.files.count, bytes: published.files.byteCount)
    }

    /// Adds the keys of a result, with their newest URIs in its tree.
    mutating func addKeys(_ keys: [ExportableKey], in tree: String) {
        for key in keys {
            let identity = key.record.identity
            self.keys.append(
                Key(
                    keyID: key.record.keyID.uuidString.lowercased(),
                    track: identity.track,
                    period: identity.period,
                    generation: identity.generation,
                    keyURI: key.uris(in: tree).last.map(KeyURIRedaction.redacted) ?? ""
                )
            )
        }
    }

    /// Describes the renditions of a result, whose key URIs name these keys.
    ///
    /// - Parameters:
    ///   - playlist: the path of the playlist that a player opens, relative to the tree.
    ///   - tree: the path of the output directory.
    ///   - keys: the keys of the result.
    ///   - cancellation: stops the work.
    /// - Throws: `RunFailure` if the result cannot be read.
    mutating func describe(
        _ playlist: String,
        in tree: String,
        _ keys: [ExportableKey],
        _ cancellation: Cancellation = Cancellation()
    ) throws(RunFailure) {
        let published = try PublishedTree(
            playlist: tree + "/" + playlist,
            root: tree,
            cancellation: cancellation
        )
        var keyIDs: [String: String] = [:]
        for key in keys {
            for uri in key.uris(in: tree) { keyIDs[uri] = key.record.keyID.uuidString.lowercased() }
        }
        add(published, keyIDs: keyIDs)
        warnings += published.problems
    }

    /// Marks the title as failed in verification.
    mutating func markFailedVerification(_ state: TitleState) {
        self.state = state
        status = FailureClass.verificationFailedStatus
        let count = verification?.findings.count ?? 0
        error =
            "verification found \(count == 1 ? "1 fault" : "\(count) faults"): "
            + (verification?.findings.first ?? "")
    }
}

extension ProtectionReport {
    var keyIDs: [UUID] { keys.compactMap { $0.keyID.flatMap(UUID.init(uuidString:)) } }
}

extension ExportableKey {
    /// Returns the URIs that the key has in a tree, oldest first.
    fileprivate func uris(in tree: String) -> [String] {
        signalling.filter { $0.tree == tree }.map(\.keyURI)
    }
}
