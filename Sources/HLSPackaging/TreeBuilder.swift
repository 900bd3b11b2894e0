import Ciphers
import HLSPlaylists
import KeyStore
import SampleEncryption

/// Builds the protected tree: media by many threads, playlists at the end.
struct TreeBuilder {
    let presentation: Presentation
    let layout: MediaLayout
    let keys: KeyPlan
    let digestKey: ContentKey
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// Writes the tree below `root` and returns the digest of the clear media of each rendition, by its index.
    ///
    /// I-frame playlists over the segments of other renditions have no media of their own, and no digest.
    func build(
        in root: String,
        sessionKeys: SessionKeySelection,
        jobs: Int
    ) throws(PackagingError) -> [Int: [UInt8]] {
        try makeFolders(in: root)
        let fingerprints = try writeMedia(in: root, jobs: jobs)
        try checkInputs()
        try writePlaylists(in: root, sessionKeys)
        try copyCompanions(to: root)
        var digests: [Int: [UInt8]] = [:]
        for index in presentation.renditions.indices {
            digests[index] = digest(ofRendition: index, fingerprints)
        }
        return digests
    }

    /// A file that changed after it was read would be published as it was.
    private func checkInputs() throws(PackagingError) {
        var checked: Set<TreePath> = []
        for unit in layout.units where checked.insert(unit.file).inserted {
            let version = try? InputFile(path: unit.file.path(under: presentation.root)).version
            guard version == unit.version else { throw .mediaChanged(file: unit.file) }
        }
    }

    private func digest(ofRendition index: Int, _ fingerprints: [UnitWriter.Fingerprint]) -> [UInt8]? {
        let uses = layout.uses(ofRendition: index, in: presentation)
        guard
            uses.contains(where: { layout.units[$0.unit].origin.rendition == index })
                || !presentation.renditions[index].playlist.isIFramesOnly
        else { return nil }
        let folder = presentation.renditions[index].path.folder
        return MediaDigest.digest(
            of: uses.lazy.map { use in
                MediaDigest.Unit(
                    path: layout.units[use.unit].file.relative(to: folder),
                    ordinal: layout.units[use.unit].ordinal,
                    mediaSequence: use.mediaSequence,
                    length: fingerprints[use.unit].length,
                    code: fingerprints[use.unit].code
                )
            }
        )
    }

    private func makeFolders(in root: String) throws(PackagingError) {
        let paths = layout.units.map(\.file) + presentation.playlists.map(\.path) + presentation.companions
        let folders = Set(paths.filter { !$0.folder.isEmpty }.map { TreePath(components: Array($0.folder)) })
        for folder in folders {
            try stageCalls { () throws(SystemCallError) in
                _ = try Directory.make(folder.path(under: root))
            }
        }
    }

    private func writeMedia(
        in root: String,
        jobs: Int
    ) throws(PackagingError) -> [UnitWriter.Fingerprint] {
        let context = UnitWriter.Context(
            sourceRoot: presentation.root,
            outputRoot: root,
            digestKey: digestKey,
            cancellation: cancellation,
            progress: progress
        )
        let units = layout.units
        let keys = keys.keys
        progress.begin(totalBytes: units.reduce(0) { $0.addingSaturated($1.clearLength) })
        defer { progress.end() }
        return try WorkerPool(jobs: min(jobs, units.count)).map(
            count: units.count,
            makeState: { UnitWriter() },
            { (writer, index) throws(PackagingError) in
                let unit = units[index]
                let record = unit.protection.slot.flatMap { keys[$0]?.record }
                if unit.protection != .clear, record == nil {
                    throw .fault("\(unit.file): no key was committed for a unit that is to be encrypted")
                }
                return try writer.write(unit, record: record, in: context)
            }
        )
    }

    private func writePlaylists(in root: String, _ sessionKeys: SessionKeySelection) throws(PackagingError) {
        let lines = KeyLines(keys: keys.keys)
        for (index, rendition) in presentation.renditions.enumerated() {
            let bytes = try MediaPlaylistProtector.protect(
                rendition,
                index: index,
                layout: layout,
                lines: lines
            )
            try write(bytes, to: rendition.path, in: root)
        }
        guard let multivariant = presentation.multivariant else { return }
        let protector = MultivariantPlaylistProtector(
            multivariant: multivariant,
            presentation: presentation,
            layout: layout,
            lines: lines
        )
        try write(try protector.protect(sessionKeys), to: presentation.entry, in: root)
    }

    private func copyCompanions(to root: String) throws(PackagingError) {
        let limit: UInt64 = 64 << 20
        for companion in presentation.companions {
            let bytes = try inputCalls { () throws(SystemCallError) in
                try InputFile.contents(of: companion.path(under: presentation.root), limit: limit)
            }
            try write(bytes, to: companion, in: root)
        }
    }

    private func write(_ bytes: [UInt8], to path: TreePath, in root: String) throws(PackagingError) {
        try stageCalls { () throws(SystemCallError) in
            try OutputFile.write(bytes, to: path.path(under: root))
        }
    }
}
