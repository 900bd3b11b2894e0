package import HLSPlaylists
import Inspection
package import KeyStore
import MediaProbing
package import Presentations
package import ProtectionTerms

/// The inputs and options of one run of `fairlead verify`.
package struct VerificationRequest: Sendable {
    /// The path of the protected multivariant or media playlist.
    var playlist: String
    /// The directory that no URI may leave, or nil for the directory of the playlist.
    package var root: String?
    /// The known query parameters of the playlist's URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///
    /// They also apply to the clear presentation.
    package var parameters = QueryParameters.none
    /// The path of the clear presentation to compare with, or nil to compare with none.
    package var source: String?
    /// The content id of the title, or nil if the key URIs alone identify it.
    package var contentID: ContentID?
    /// Indicates whether the presentation is expected to be clear.
    ///
    /// A key line is then a finding, and no segment has to be encrypted.
    package var expectsClear = false
    /// Indicates whether playlists are compared with the published ones.
    ///
    /// False if something edits playlists after publication (`--playlists-from-elsewhere`).
    package var comparesPlaylists = true
    /// The key systems whose lines are checked, as a client of only these does, or nil for all.
    package var systems: Set<KeySystem>?
    /// Indicates whether key ids in boxes are compared with those of the keys.
    ///
    /// False if the ids of the keys are unknown.
    package var comparesKeyIDs = true
    /// Indicates whether the use of keys is recorded in the log of the key store.
    package var isLogged = true
    /// The number of worker threads.
    package var jobs = 1

    /// Creates a request with the defaults of the command line.
    package init(playlist: String) {
        self.playlist = playlist
    }
}

/// One run of `fairlead verify`: finds every key, decrypts every segment, and checks the clear media.
package struct VerificationRun {
    private let request: VerificationRequest
    private let store: any KeyRecordLookup
    private let log: (any AuditRecorder)?
    private let progress: any ProgressSink
    private let cancellation: Cancellation
    private let warn: @Sendable (String) -> Void

    /// Creates a run with the keys of a key store.
    ///
    /// - Parameters:
    ///   - request: the presentation and the options.
    ///   - store: the key store, or nil for a presentation that is expected to be clear.
    ///   - progress: receives the number of bytes that were read.
    ///   - cancellation: stops the run.
    ///   - warn: called with messages about the run itself, such as a log that cannot be written.
    package init(
        _ request: VerificationRequest,
        store: (any KeyRecordLookup & AuditRecorder)?,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation(),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            request,
            lookup: store ?? NoKeyRecords(),
            log: store,
            progress: progress,
            cancellation: cancellation,
            warn: warn
        )
    }

    /// Creates a run with keys that are in no store, such as those from licenses; their use is not recorded.
    package init(
        _ request: VerificationRequest,
        keys: any KeyRecordLookup,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.init(
            request,
            lookup: keys,
            log: nil,
            progress: progress,
            cancellation: cancellation,
            warn: { _ in }
        )
    }

    private init(
        _ request: VerificationRequest,
        lookup: any KeyRecordLookup,
        log: (any AuditRecorder)?,
        progress: any ProgressSink,
        cancellation: Cancellation,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.request = request
        store = lookup
        self.log = log
        self.progress = progress
        self.cancellation = cancellation
        self.warn = warn
    }

    /// Executes the run.
    ///
    /// Faults of the presentation are findings in the report. An error means that it could not be checked.
    package func execute() throws(PresentationError) -> VerificationReport {
        let tree = try PlaylistTreeReader(
            path: request.playlist,
            root: request.root,
            parameters: request.parameters
        )
        .read()
        let (presentation, faults) = try Presentation.part(of: tree)
        let sourceTree = try readSource(depth: presentation.entry.components.count - 1)
        let source = sourceTree?.presentation
        var resolver = RecordResolver(
            store: store,
            contentID: request.contentID,
            tree: presentation.root,
            systems: request.systems
        )
        let isSampleEncrypted = try isSampleEncrypted(presentation, resolver)
        let renditionItems = try listItems(
            of: presentation,
            source: source,
            isSampleEncrypted: isSampleEncrypted,
            resolver: &resolver
        )
        let records = renditionItems.flatMap(\.records)
        logDecryption(with: records)
        let checkedRenditions = try check(renditionItems.map(\.items), of: presentation)
        let titles = titles(of: records)
        let parts = PublishedParts(presentation, of: titles, store)
        let digestCheck = MediaDigestCheck(presentation: presentation, parts: parts, store: store)
        var reportBuilder = VerificationReportBuilder(
            presentation,
            MediaResourceOrdinals(checkedRenditions),
            digestCheck
        )
        for (rendition, (items, checkedRendition)) in zip(
            presentation.renditions,
            zip(renditionItems, checkedRenditions)
        ) {
            try reportBuilder.add(rendition, items, checkedRendition)
        }
        let kinds = checkedRenditions.map { Set($0.kinds.map(\.description)) }
        reportBuilder.findings += SegmentIndexCheck.findings(renditionItems.map(\.items), checkedRenditions)
        reportBuilder.findings += ConflictingKeyCheck.findings(renditionItems.map(\.items), checkedRenditions)
        reportBuilder.findings += GCMIVReuseCheck.findings(renditionItems.map(\.items), checkedRenditions)
        reportBuilder.findings += UnreadPlaylistCheck.findings(faults, in: presentation)
        var addedLines = AddedLines.none
        if let source { addedLines = try AddedLines(presentation, source, kinds: kinds, parts: parts) }
        reportBuilder.findings += PlaylistLintCheck.findings(
            tree,
            source: sourceTree?.tree,
            added: addedLines
        )
        reportBuilder.findings += try keyFindings(of: presentation, records, kinds, parts, &resolver)
        reportBuilder.findings += SessionDataCheck.findings(presentation, source)
        if let source {
            let unread = Set(faults.map(\.playlist))
            reportBuilder.findings += try SourceTreeCheck.findings(
                presentation,
                source,
                unread: unread,
                added: addedLines,
                mayGrow: isSampleEncrypted,
                tree: tree
            )
        }
        reportBuilder.findings += try publishedFindings(
            of: presentation,
            titles,
            renditionItems,
            checkedRenditions,
            reportBuilder.mediaDigests
        )
        if request.expectsClear {
            // No key is expected: the key lines themselves are reported, not the faults of their keys.
            reportBuilder.findings.removeAll { [.noRecord, .keyLine].contains($0.rule) }
            reportBuilder.findings += UnexpectedKeyCheck.findings(presentation)
        }
        var report = try reportBuilder.report(source: request.source, expectsClear: request.expectsClear)
        report.otherCounts = source.map { Self.otherCounts(presentation, $0) } ?? []
        return report
    }

    private static func otherCounts(
        _ presentation: Presentation,
        _ source: Presentation
    ) -> [VerificationReport.SourceCount] {
        source.renditions.filter { !$0.playlist.isIFramesOnly }.compactMap { rendition in
            let ownRendition = presentation.renditions.first { $0.path == rendition.path }
            let (count, expected) = (ownRendition?.playlist.segments.count, rendition.playlist.segments.count)
            guard count != expected else { return nil }
            return VerificationReport.SourceCount(
                playlist: rendition.path.description,
                segments: count,
                expected: expected
            )
        }
    }

    /// Lists the verification items of each rendition, with the keys that its lines name.
    private func listItems(
        of presentation: Presentation,
        source: Presentation?,
        isSampleEncrypted: Bool,
        resolver: inout RecordResolver
    ) throws(PresentationError) -> [VerificationItemBuilder.RenditionItems] {
        let containingSegments = ContainingSegments(presentation)
        let sourceContainingSegments = source.map { ContainingSegments($0) }
        var renditionItems: [VerificationItemBuilder.RenditionItems] = []
        for rendition in presentation.renditions {
            let context = VerificationItemBuilder.RenditionContext(
                presentation: presentation,
                rendition: rendition,
                containingSegments: containingSegments,
                isSampleEncrypted: isSampleEncrypted,
                comparesKeyIDs: request.comparesKeyIDs
            )
            let counterpart = source?.renditions.first { $0.path == rendition.path }
            var sourceContext: VerificationItemBuilder.RenditionContext?
            if let source, let counterpart, let sourceContainingSegments {
                sourceContext = VerificationItemBuilder.RenditionContext(
                    presentation: source,
                    rendition: counterpart,
                    containingSegments: sourceContainingSegments,
                    isSampleEncrypted: isSampleEncrypted
                )
            }
            renditionItems.append(
                try VerificationItemBuilder.items(of: context, source: sourceContext, resolver: &resolver)
            )
        }
        return Self.mergingSectionUses(renditionItems)
    }

    /// Indicates whether samples are encrypted anywhere in the presentation.
    ///
    /// The key lines of one rendition decide for all, since renditions without key lines may share
    /// initialization sections with others. If no key line is left (a window of the clear lead alone), the
    /// records of the title in the key store decide.
    private func isSampleEncrypted(
        _ presentation: Presentation,
        _ resolver: RecordResolver
    ) throws(PresentationError) -> Bool {
        let methods = presentation.renditions.lazy.flatMap { $0.playlist.keys.lazy.map(\.value.method) }
        guard methods.allSatisfy({ $0 == .none }) else {
            return methods.contains { ProtectionMethod($0)?.encryptsSamples == true }
        }
        return try resolver.knowsEncryptedSamples()
    }

    /// Merges the uses of each initialization section by all renditions: its boxes name the keys of all.
    private static func mergingSectionUses(_ renditionItems: [VerificationItemBuilder.RenditionItems])
        -> [VerificationItemBuilder.RenditionItems]
    {
        var uses: [VerificationItem.Location: InitializationSectionUse] = [:]
        for (section, use) in renditionItems.flatMap(\.items.sectionUses) {
            uses[section, default: InitializationSectionUse()].add(use)
        }
        return renditionItems.map { rendition in
            var rendition = rendition
            rendition.items.sectionUses = uses
            return rendition
        }
    }

    /// Checks the keys and key lines against the key store, and reports media that lost their encryption.
    private func keyFindings(
        of presentation: Presentation,
        _ records: [KeyRecord],
        _ kinds: [Set<String>],
        _ parts: PublishedParts,
        _ resolver: inout RecordResolver
    ) throws(PresentationError) -> [Finding] {
        var findings = try KeyURICheck.findings(presentation, resolver: &resolver)
        findings += try KeySystemCheck.findings(presentation, resolver: &resolver)
        findings += try SessionKeyCheck.findings(presentation, records, resolver: &resolver)
        findings += try IFrameKeyCheck.findings(presentation, resolver: &resolver)
        findings += try UnusableKeyCheck.findings(presentation, store: store, resolver: &resolver)
        let clearSegmentCheck = ClearSegmentCheck(
            presentation: presentation,
            parts: parts,
            store: store,
            records: records,
            kinds: kinds
        )
        return findings + (try clearSegmentCheck.findings())
    }

    /// Returns the title of the request, or else the titles of the keys.
    private func titles(of records: [KeyRecord]) -> [ContentID] {
        request.contentID.map { [$0] } ?? Set(records.map(\.identity.contentID)).sorted()
    }

    /// Compares the tree with what was published, unless the presentation is expected to be clear.
    private func publishedFindings(
        of presentation: Presentation,
        _ titles: [ContentID],
        _ renditionItems: [VerificationItemBuilder.RenditionItems],
        _ checkedRenditions: [CheckedRendition],
        _ mediaDigests: [TreePath: [UInt8]]
    ) throws(PresentationError) -> [Finding] {
        guard !request.expectsClear else { return [] }
        return try PublishedTreeCheck(
            presentation: presentation,
            titles: titles,
            comparesPlaylists: request.comparesPlaylists,
            referencedFiles: ReferencedFiles(of: presentation, renditionItems.map(\.items)),
            checkedDigests: CheckedFileDigests(checkedRenditions),
            mediaDigests: mediaDigests,
            store: store
        )
        .findings()
    }

    /// Reads the clear presentation.
    ///
    /// Its root is as many folders above its playlist as in the protected presentation.
    private func readSource(
        depth: Int
    ) throws(PresentationError) -> (tree: PlaylistTree, presentation: Presentation)? {
        guard let source = request.source else { return nil }
        let playlist = Directory.realPath(of: source) ?? source
        let root = (0...depth).reduce(playlist) { path, _ in Directory.parent(of: path) ?? "/" }
        do {
            let tree = try PlaylistTreeReader(path: source, root: root, parameters: request.parameters).read()
            return (tree, try Presentation(tree))
        } catch {
            throw .source(error)
        }
    }

    /// Records the use of keys in the log of the key store, before they are used.
    ///
    /// A store that can only be read still gives its keys, with a warning.
    private func logDecryption(with records: [KeyRecord]) {
        guard request.isLogged, let log else { return }
        do throws(KeyStoreError) {
            try log.logDecryption(with: records, of: request.playlist)
        } catch {
            warn("the use of keys cannot be written to the log of the key store: \(error)")
        }
    }

    /// Checks the items of all renditions on several threads, and returns one result for each rendition.
    private func check(
        _ lists: [VerificationItemList],
        of presentation: Presentation
    ) throws(PresentationError) -> [CheckedRendition] {
        let items = AllVerificationItems(lists)
        let (digestKey, progress, cancellation) = (store.mediaDigestKey, progress, cancellation)
        progress.begin(totalBytes: items.expectedLength)
        defer { progress.end() }
        return try WorkerPool(jobs: min(request.jobs, items.count)).fold(
            count: items.count,
            into: presentation.renditions.map { CheckedRendition(of: $0.playlist) },
            makeState: {
                VerificationItemChecker(digestKey: digestKey, cancellation: cancellation, progress: progress)
            },
            { (checker, number) throws(PresentationError) in
                let position = items.position(number)
                let item = items[position]
                return VerificationItemResult(
                    position: position,
                    item: item,
                    outcome: try checker.check(item)
                )
            },
            { checkedRenditions, result in
                checkedRenditions[result.position.rendition].add(
                    result.item,
                    of: items.segment(result.position),
                    result.outcome
                )
            }
        )
    }
}
