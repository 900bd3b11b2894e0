package import Failures
import FoundationEssentials
import HLSPlaylists
package import KeyStore
package import Presentations
import ProtectionTerms

/// A run of `fairlead rewrite`, which changes playlists and reads no media.
///
/// It reads the playlists, plans key URIs, edits, records and publishes. The new signalling is in the key
/// store before a playlist is published, so that `verify` finds it.
package struct RewriteRun {
    private let request: RewriteRequest
    private let store: (any KeyRecordStore)?
    private let cancellation: Cancellation

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - request: the requested changes.
    ///   - store: the key store, or nil if none is used (`--no-records`).
    ///   - cancellation: checked between the steps.
    package init(
        _ request: RewriteRequest,
        store: (any KeyRecordStore)?,
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.store = store
        self.cancellation = cancellation
    }

    /// Returns the report of what the run would do, without changing anything.
    package func dryRun() throws(RunFailure) -> RewriteReport {
        let result = try edit()
        switch request.destination {
        case .inPlace: return result.report(output: result.tree.root, outcome: "dry-run")
        case .directory(let path, _):
            let inputLocation = InputLocation.tree(InputTree(result.tree))
            let location = try OutputLocation(path, input: inputLocation, isDryRun: true)
            return result.report(output: location.path, outcome: "dry-run")
        case .caller:
            _ = try Self.onlyPlaylist(of: result)
            return result.report(output: Self.unknownOutput, outcome: "dry-run")
        }
    }

    /// Executes the run and writes its playlists.
    package func execute() throws(RunFailure) -> RewriteReport {
        try executeForCaller().report
    }

    /// Executes the run.
    ///
    /// - Returns: the report, and the playlist to be written if the destination is the caller.
    package func executeForCaller() throws(RunFailure) -> (report: RewriteReport, playlist: [UInt8]?) {
        let result = try edit()
        try cancellation.check()
        switch request.destination {
        case .inPlace: return (try replace(result), nil)
        case .directory(let path, let overwrites):
            return (try publish(result, to: path, overwrites: overwrites), nil)
        case .caller:
            let playlist = try Self.onlyPlaylist(of: result)
            try recordSignalling(of: result, tree: Self.unknownOutput)
            return (result.report(output: Self.unknownOutput, outcome: "written"), playlist)
        }
    }

    /// The output in reports and key records if only the caller knows where the playlist goes.
    private static let unknownOutput = "-"

    private static func onlyPlaylist(of result: RewriteResult) throws(RunFailure) -> [UInt8] {
        let files = result.files
        guard files.count == 1, let file = files.first else {
            throw .severalPlaylists(result.tree.entry, count: files.count)
        }
        return file.new
    }

    private func reader() throws(RunFailure) -> PlaylistTreeReader {
        guard let playlistBytes = request.playlistBytes else {
            return try PlaylistTreeReader(
                path: request.playlist,
                root: request.root,
                parameters: request.parameters
            )
        }
        return PlaylistTreeReader(
            standalone: playlistBytes,
            name: request.playlist,
            parameters: request.parameters
        )
    }

    /// Indicates whether the result would be inconsistent if a playlist of the tree were elsewhere and stayed
    /// as it is.
    ///
    /// This is so if playlists are ended or key URIs get other addresses, and for a playlist without its tree
    /// also if its keys change in another way.
    private func needsCompleteTree(_ tree: RewriteTree) -> Bool {
        if request.endsPlaylists || request.uriChanges.applies(to: .keys) { return true }
        guard request.playlistBytes != nil else { return false }
        return request.keyURIs != nil || request.sessionKeys != .keep || !request.droppedSystems.isEmpty
    }

    private func edit() throws(RunFailure) -> RewriteResult {
        let tree = try RewriteTree(of: try reader().read(), keeping: request.selection)
        try cancellation.check()
        if needsCompleteTree(tree) { try tree.requireComplete() }
        let windows = try WindowPlan(request.window, of: tree, mustBeRepeatable: request.isInPlace)
        var plan: KeyURIPlan?
        if let keyURIs = request.keyURIs {
            plan = try KeyURIPlanner.plan(
                keyURIs,
                contentID: request.contentID,
                store: store,
                tree: tree,
                windows: windows,
                droppedSystems: request.droppedSystems
            )
        }
        if request.uriChanges.applies(to: .keys) {
            plan = try KeyURIRebasePlanner.plan(
                plan ?? KeyURIPlan(),
                request,
                store: store,
                tree: tree,
                windows: windows
            )
        }
        let rewriter = MediaPlaylistRewriter(
            request: request,
            plan: plan,
            windows: windows,
            variables: tree.multivariant?.variables,
            unreferenced: Set(tree.unreferenced)
        )
        var media: [RewrittenPlaylist<MediaPlaylist>] = []
        for playlist in tree.media {
            try cancellation.check()
            media.append(try rewriter.rewrite(playlist))
        }
        var multivariant: RewrittenPlaylist<MultivariantPlaylist>?
        if let playlist = tree.multivariant {
            multivariant = try MultivariantPlaylistRewriter(
                request: request,
                plan: plan,
                tree: tree,
                media: media
            )
            .rewrite(playlist)
        }
        var warnings: [String] = []
        if multivariant == nil, request.sessionKeys != .keep {
            warnings.append(
                "\(tree.entry): a media playlist has no session keys, so \(CommandOption.sessionKeys) does nothing"
            )
        }
        let isEncrypted = { (playlist: MediaPlaylist) in playlist.segments.contains { !$0.keys.isEmpty } }
        if tree.media.contains(where: { isEncrypted($0.playlist) }),
            !media.contains(where: { isEncrypted($0.playlist) })
        {
            warnings.append(
                "\(tree.entry): the window has no encrypted segment"
                    + (store == nil ? "" : "; when you verify it, give \(CommandOption.contentID)")
            )
        }
        return RewriteResult(
            tree: tree,
            plan: plan,
            multivariant: multivariant,
            media: media,
            warnings: warnings.map(\.truncatedForMessage)
        )
    }

    // MARK: In place

    private func replace(_ edited: RewriteResult) throws(RunFailure) -> RewriteReport {
        var result = edited
        let record = try treeRecord(of: &result, at: nil)
        let files = Array(result.files)
        let isRepeatable = !request.changesKeyURIs || store != nil
        let publisher = InPlacePublisher(
            root: result.tree.root,
            cancellation: cancellation,
            completion: isRepeatable ? .sameCommand : .perPlaylist(root: result.tree.root)
        )
        try publisher.publish(files) { () throws(RunFailure) in
            try recordSignalling(of: result, tree: result.tree.root)
            try store(record)
        }
        let isChanged = files.contains { $0.old != $0.new }
        return result.report(output: result.tree.root, outcome: isChanged ? "replaced" : "unchanged")
    }

    // MARK: To a directory

    private func publish(
        _ edited: RewriteResult,
        to path: String,
        overwrites: Bool
    ) throws(RunFailure) -> RewriteReport {
        var result = edited
        let inputLocation = InputLocation.tree(InputTree(result.tree))
        let location = try OutputLocation(path, input: inputLocation, isDryRun: false)
        let record = try treeRecord(of: &result, at: location.path)
        let storage = FileStorage(
            location,
            overwrites: overwrites,
            replacesPlaylistsOnly: true,
            entry: result.tree.entry,
            cancellation: cancellation
        )
        let (_, outcome) = try storage.publish(
            build: { (tree) throws(RunFailure) in try write(result, to: tree) },
            record: { (_, _) throws(RunFailure) in
                try recordSignalling(of: result, tree: location.path)
                try store(record)
            }
        )
        return result.report(output: location.path, outcome: outcome.rawValue)
    }

    private func write(_ result: RewriteResult, to tree: String) throws(RunFailure) {
        for file in result.files {
            try cancellation.check()
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                let path = file.path.path(under: tree)
                if let folder = Directory.parent(of: path) { try Directory.make(folder) }
                try OutputFile.write(file.new, to: path)
            }
        }
    }

    // MARK: Records

    /// Returns the record of what is published, and adds warnings about what is not recorded.
    private func treeRecord(
        of result: inout RewriteResult,
        at output: String?
    ) throws(RunFailure) -> TreeRecord? {
        guard let store else { return nil }
        let recorder = RewriteRecorder(
            store: store,
            contentID: request.contentID,
            acceptsTree: request.acceptsTree
        )
        let outcome = try recorder.outcome(of: result, at: output)
        result.warnings += outcome.warnings
        return outcome.record
    }

    private func store(_ record: TreeRecord?) throws(RunFailure) {
        guard let store, let record else { return }
        try store.record(record)
    }

    private func recordSignalling(of result: RewriteResult, tree: String) throws(RunFailure) {
        guard let store else { return }
        var signalling: [Signalling] = []
        for namedKey in result.writtenKeys {
            guard let keyID = namedKey.keyID, let uri = namedKey.key.uri else { continue }
            let method = namedKey.key.method.name.lowercased()
            signalling.append(
                Signalling(
                    keyID: keyID,
                    system: namedKey.key.system.name,
                    method: method,
                    scheme: try scheme(of: keyID, method, in: store),
                    keyURI: uri,
                    keyFormat: namedKey.key.system == .identity ? nil : namedKey.key.keyFormat,
                    keyFormatVersions: namedKey.key.keyFormatVersions,
                    assetIDs: Signalling.assetIDs(
                        inKeyURI: uri,
                        of: namedKey.key.system,
                        request.keyURIs?.assetIDRules
                    ),
                    template: namedKey.key.system.hasTemplateURIs ? request.keyURIs?.templateName : nil,
                    tree: tree
                )
            )
        }
        guard !signalling.isEmpty else { return }
        var records: [UUID: KeyRecord] = [:]
        for keyID in signalling.map(\.keyID) where records[keyID] == nil {
            records[keyID] = try store.record(keyID: keyID)
        }
        let usedRecords = records.values.sorted { $0.identity < $1.identity }
        try store.requireUsable(usedRecords)
        try store.addSignalling(signalling)
        try store.logDecryption(with: usedRecords, of: tree)
        if let server = request.requiredServer { try store.requireProvisioned(usedRecords, at: server) }
        try store.requireStored(usedRecords)
    }

    /// Returns the encryption scheme recorded when the media of a key were encrypted, or nil if it is
    /// unknown.
    private func scheme(
        of keyID: UUID,
        _ method: String,
        in store: any KeyRecordStore
    ) throws(RunFailure) -> String? {
        try store.signalling(of: keyID).last { $0.method == method && $0.scheme != nil }?.scheme
    }
}
