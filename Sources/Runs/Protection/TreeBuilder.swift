import Ciphers
import Failures
import HLSPlaylists
import Presentations
import ProtectionTerms
import SampleEncryption

/// Builds the protected tree: media on many threads, then the playlists.
struct TreeBuilder {
    let plan: ProtectionPlan
    let policy: ProtectionPolicy
    let keys: KeyPlan
    /// The keys that the multivariant playlist announces.
    let sessionKeys: SessionKeySelection
    /// The rule for the bitrates in the multivariant playlist.
    let bandwidths: Bandwidths.Policy
    let digestKey: ContentKey
    /// The number of worker threads.
    let jobs: Int
    let progress: any ProgressSink
    let cancellation: Cancellation

    private var presentation: Presentation { plan.presentation }

    /// The result of building a tree.
    struct Outcome {
        /// The output files as they were written.
        let layout: OutputLayout
        /// The digest of the clear media of each rendition, by its index.
        ///
        /// I-frame playlists into the segments of other renditions have no media of their own, and no digest.
        let digests: [Int: [UInt8]]
        /// The list of the files written, for the key store.
        let listing: TreeListing
    }

    /// Writes the tree below the directory `root`.
    func build(in root: String) throws(RunFailure) -> Outcome {
        let lines = KeyLines(keys: keys.keys, policy: policy)
        try IVOverlapCheck.check(plan.media, keys)
        try makeFolders(in: root)
        let (layout, macs) = try writeMedia(try plannedLayout(lines), lines, in: root)
        try checkInputs()
        try writePlaylists(of: layout, with: lines, in: root)
        try copyCompanions(to: root)
        let digests = digests(macs)
        return Outcome(
            layout: layout,
            digests: digests,
            listing: try listing(of: root, layout, macs, digests)
        )
    }

    /// Returns the output files as if SAMPLE-AES added no bytes.
    private func plannedLayout(_ lines: KeyLines) throws(RunFailure) -> OutputLayout {
        OutputLayout(
            plan,
            knownExtents: try SectionExtents.extents(of: plan.media, lines, in: presentation.files)
        )
    }

    private func writeMedia(
        _ layout: OutputLayout,
        _ lines: KeyLines,
        in root: String
    ) throws(RunFailure) -> (OutputLayout, [MediaMAC]) {
        let writer = MediaWriter(
            context: WriterContext(
                source: presentation.files,
                outputRoot: root,
                digestKey: digestKey,
                lines: lines,
                offsetMaps: OutputOffsetMaps(layout),
                cancellation: cancellation,
                progress: progress
            )
        )
        return try writer.write(layout, jobs: jobs)
    }

    private func listing(
        of root: String,
        _ layout: OutputLayout,
        _ macs: [MediaMAC],
        _ digests: [Int: [UInt8]]
    ) throws(RunFailure) -> TreeListing {
        var playlistDigests: [TreePath: [UInt8]] = [:]
        for (index, digest) in digests { playlistDigests[presentation.renditions[index].path] = digest }
        return try TreeListing(
            of: root,
            presentation,
            clearMedia: layout.clearFiles(macs),
            digests: playlistDigests,
            sections: layout.movieSections
        )
    }

    /// Throws if an input file changed after it was read, because the tree has the earlier version.
    private func checkInputs() throws(RunFailure) {
        var checked: Set<TreePath> = []
        for resource in plan.media.layout.resources where checked.insert(resource.file).inserted {
            guard presentation.files.currentVersion(of: resource.file) == resource.version else {
                throw .mediaFileChanged(file: resource.file)
            }
        }
    }

    /// Returns the digests of the renditions with media of their own, by rendition index.
    private func digests(_ macs: [MediaMAC]) -> [Int: [UInt8]] {
        var digests: [Int: [UInt8]] = [:]
        for index in presentation.renditions.indices { digests[index] = digest(ofRendition: index, macs) }
        return digests
    }

    private func digest(ofRendition index: Int, _ macs: [MediaMAC]) -> [UInt8]? {
        let uses = plan.media.layout.uses(ofRendition: index, in: presentation)
        guard
            uses.contains(where: {
                plan.media.resources[$0.resource].resource.origin.rendition == index
            })
                || !presentation.renditions[index].playlist.isIFramesOnly
        else { return nil }
        let folder = presentation.renditions[index].path.folder
        let entries = uses.map { use in
            let (planned, mac) = (plan.media.resources[use.resource], macs[use.resource])
            guard !planned.treatment.isFragmentedSection else { return MediaDigest.section(mac) }
            return MediaDigest.Entry(
                path: planned.resource.file.relative(to: folder),
                ordinal: planned.resource.ordinal,
                mediaSequence: use.mediaSequence,
                mac: mac
            )
        }
        return MediaDigest.digest(of: MediaDigest.withoutRepeatedSections(entries))
    }

    private func makeFolders(in root: String) throws(RunFailure) {
        let paths =
            plan.media.layout.resources.map(\.file) + presentation.playlists.map(\.path)
            + presentation.companions
        let folders = Set(paths.filter { !$0.folder.isEmpty }.map { TreePath(components: Array($0.folder)) })
        for folder in folders {
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                _ = try Directory.make(folder.path(under: root))
            }
        }
    }

    private func writePlaylists(
        of layout: OutputLayout,
        with lines: KeyLines,
        in root: String
    ) throws(RunFailure) {
        for (index, rendition) in presentation.renditions.enumerated() {
            let bytes = try MediaPlaylistProtector.protect(ofRendition: index, layout: layout, lines: lines)
            try write(bytes, to: rendition.path, in: root)
        }
        guard let multivariant = presentation.multivariant else { return }
        let protector = MultivariantPlaylistProtector(
            multivariant: multivariant,
            layout: layout,
            lines: lines,
            bandwidths: bandwidths
        )
        try write(try protector.protect(sessionKeys), to: presentation.entry, in: root)
    }

    private func copyCompanions(to root: String) throws(RunFailure) {
        let limit: UInt64 = 64 << 20
        for companion in presentation.companions {
            let bytes = try presentation.files.contents(of: companion, limit: limit)
            try write(bytes, to: companion, in: root)
        }
    }

    private func write(_ bytes: [UInt8], to path: TreePath, in root: String) throws(RunFailure) {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try OutputFile.write(bytes, to: path.path(under: root))
        }
    }
}
