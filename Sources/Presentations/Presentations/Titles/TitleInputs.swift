import Ciphers
import HLSPlaylists

/// The files that a title is made of.
package struct TitleInputs: Sendable {
    /// A file on the disk; there may be hundreds of thousands.
    private struct File: Sendable {
        let place: Place
        let version: FileVersion
    }

    /// The place of a file.
    private enum Place: Sendable {
        case path(String)
        /// In the tree of the presentation.
        case tree(TreePath)
    }

    /// Playlists are known by their bytes: they were read anyway, and may change without that their size does.
    private var playlists: [(name: String, bytes: [UInt8])] = []
    private var files: [File] = []
    /// The directory of the presentation; unused where no file is in its tree.
    private var root = ""
    /// How many bytes the files have, playlists included.
    package private(set) var byteCount: UInt64 = 0

    /// How many files there are.
    package var count: Int { playlists.count + files.count }

    /// Those of a presentation whose files were looked at.
    package init(_ clear: ClearPresentation, _ layout: MediaLayout) throws(PresentationError) {
        self.init(clear.inputs)
        let presentation = clear.presentation
        guard case .directory(let root) = presentation.files else { return }
        self.root = root
        for (path, document) in presentation.playlists {
            let bytes = document.serialized()
            playlists.append((path.description, bytes))
            byteCount = byteCount.addingSaturated(UInt64(bytes.count))
        }
        var seen: Set<TreePath> = []
        for unit in layout.units where seen.insert(unit.file).inserted {
            add(.tree(unit.file), unit.version)
        }
        for companion in presentation.companions where seen.insert(companion).inserted {
            let version = try inputCalls { () throws(SystemCallError) in
                try InputFile(path: companion.path(under: root)).version
            }
            add(.tree(companion), version)
        }
    }

    /// The inputs of `package`; one that is named several times counts once.
    package init(_ inputs: [MezzanineFile]) {
        // By bytes, as the kernel compares names.
        var seen: Set<[UInt8]> = []
        for input in inputs where seen.insert(Array(input.path.utf8)).inserted {
            add(.path(input.path), input.version)
        }
    }

    private mutating func add(_ place: Place, _ version: FileVersion) {
        files.append(File(place: place, version: version))
        byteCount = byteCount.addingSaturated(version.size)
    }

    /// What changes when one of the files does, as far as its size and time tell.
    package var stamp: [UInt8] {
        var stamps = playlistStamps
        for file in files { stamps.add(name(of: file), file.version) }
        return stamps.digest
    }

    /// The digest of all that is in the files: that of the lines that sha256sum(1) prints, in the order of their names.
    package func digest(_ cancellation: Cancellation) throws(PresentationError) -> [UInt8] {
        var stamps = playlistStamps
        for file in files {
            let digest = try FileDigest.digest(of: path(of: file), file.version, cancellation)
            stamps.add(name(of: file), digest: digest)
        }
        return stamps.digest
    }

    /// The name in digests.
    private func name(of file: File) -> String {
        switch file.place {
        case .path(let path): path
        case .tree(let path): path.description
        }
    }

    private func path(of file: File) -> String {
        switch file.place {
        case .path(let path): path
        case .tree(let path): path.path(under: root)
        }
    }

    /// Taken where somebody asks: runs outside of batches never do.
    private var playlistStamps: FileStamps {
        var stamps = FileStamps()
        for playlist in playlists { stamps.add(playlist.name, digest: SHA256.digest(of: playlist.bytes)) }
        return stamps
    }
}
