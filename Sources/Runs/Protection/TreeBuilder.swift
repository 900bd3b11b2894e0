import Ciphers
import HLSPlaylists
import Presentations
import ProtectionTerms

/// Builds the protected tree: media on many threads, then the playlists.
struct TreeBuilder {
    let presentation: Presentation
    let layout: MediaLayout
    let policy: ProtectionPolicy
    let keys: KeyPlan
    /// The index of the segment that gets an `EXT-X-DISCONTINUITY`, by the index of its rendition.
    let discontinuities: [Int: Int]
    /// The rule for the bitrates in the multivariant playlist.
    let bandwidths: Bandwidths.Policy
    let digestKey: ContentKey
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// The result of building a tree.
    struct Outcome {
        /// The layout with the final output offset of each media resource.
        let layout: MediaLayout
        /// The digest of the clear media of each rendition, by its index.
        ///
        /// I-frame playlists into the segments of other renditions have no media of their own, and no digest.
        let digests: [Int: [UInt8]]
        /// The list of the files written, for the key store.
        let listing: TreeListing
    }

    /// Writes the tree below the directory `root`.
    func build(
        in root: String,
        sessionKeys: SessionKeySelection,
        jobs: Int
    ) throws(PresentationError) -> Outcome {
        try makeFolders(in: root)
        let lines = KeyLines(keys: keys.keys, policy: policy)
        var plannedLayout = layout
        try SectionSizes(lines, of: presentation.files).setSizes(&plannedLayout, of: presentation)
        try IVOverlapCheck.check(plannedLayout, keys)
        let writer = MediaWriter(
            presentation: presentation,
            keys: keys.keys,
            context: ResourceWriter.Context(
                source: presentation.files,
                outputRoot: root,
                digestKey: digestKey,
                lines: lines,
                offsetMaps: OutputOffsetMaps(plannedLayout),
                cancellation: cancellation,
                progress: progress
            )
        )
        let (layout, macs) = try writer.write(plannedLayout, jobs: jobs)
        try checkInputs()
        try writePlaylists(of: layout, with: lines, in: root, sessionKeys)
        try copyCompanions(to: root)
        var digests: [Int: [UInt8]] = [:]
        var playlistDigests: [TreePath: [UInt8]] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            digests[index] = digest(ofRendition: index, macs)
            playlistDigests[rendition.path] = digests[index]
        }
        let listing = try TreeListing(
            of: root,
            presentation,
            clearMedia: layout.clearFiles(of: presentation, macs),
            digests: playlistDigests,
            sections: layout.movieSections
        )
        return Outcome(layout: layout, digests: digests, listing: listing)
    }

    /// Throws if an input file changed after it was read, because the tree has the earlier version.
    private func checkInputs() throws(PresentationError) {
        var checked: Set<TreePath> = []
        for resource in layout.resources where checked.insert(resource.file).inserted {
            guard presentation.files.currentVersion(of: resource.file) == resource.version else {
                throw .mediaChanged(file: resource.file)
            }
        }
    }

    private func digest(ofRendition index: Int, _ macs: [ResourceWriter.ResourceMAC]) -> [UInt8]? {
        let uses = layout.uses(ofRendition: index, in: presentation)
        guard
            uses.contains(where: { layout.resources[$0.resource].origin.rendition == index })
                || !presentation.renditions[index].playlist.isIFramesOnly
        else { return nil }
        let folder = presentation.renditions[index].path.folder
        let entries = uses.map { use in
            let (resource, mac) = (layout.resources[use.resource], macs[use.resource])
            guard !resource.isFragmentedSection else {
                return MediaDigest.section(length: mac.length, mac: mac.bytes)
            }
            return MediaDigest.Entry(
                path: resource.file.relative(to: folder),
                ordinal: resource.ordinal,
                mediaSequence: use.mediaSequence,
                length: mac.length,
                mac: mac.bytes
            )
        }
        return MediaDigest.digest(of: MediaDigest.withoutRepeatedSections(entries))
    }

    private func makeFolders(in root: String) throws(PresentationError) {
        let paths =
            layout.resources.map(\.file) + presentation.playlists.map(\.path) + presentation.companions
        let folders = Set(paths.filter { !$0.folder.isEmpty }.map { TreePath(components: Array($0.folder)) })
        for folder in folders {
            try mapStageErrors { () throws(SystemCallError) in
                _ = try Directory.make(folder.path(under: root))
            }
        }
    }

    private func writePlaylists(
        of layout: MediaLayout,
        with lines: KeyLines,
        in root: String,
        _ sessionKeys: SessionKeySelection
    ) throws(PresentationError) {
        for (index, rendition) in presentation.renditions.enumerated() {
            let bytes = try MediaPlaylistProtector.protect(
                rendition,
                index: index,
                layout: layout,
                lines: lines,
                discontinuity: discontinuities[index]
            )
            try write(bytes, to: rendition.path, in: root)
        }
        guard let multivariant = presentation.multivariant else { return }
        let protector = MultivariantPlaylistProtector(
            multivariant: multivariant,
            presentation: presentation,
            layout: layout,
            lines: lines,
            bandwidths: bandwidths
        )
        try write(try protector.protect(sessionKeys), to: presentation.entry, in: root)
    }

    private func copyCompanions(to root: String) throws(PresentationError) {
        let limit: UInt64 = 64 << 20
        for companion in presentation.companions {
            let bytes = try presentation.files.contents(of: companion, limit: limit)
            try write(bytes, to: companion, in: root)
        }
    }

    private func write(_ bytes: [UInt8], to path: TreePath, in root: String) throws(PresentationError) {
        try mapStageErrors { () throws(SystemCallError) in
            try OutputFile.write(bytes, to: path.path(under: root))
        }
    }
}
