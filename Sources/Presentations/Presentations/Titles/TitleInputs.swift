import Ciphers
package import Failures
import HLSPlaylists

/// The files that a title is made from.
package struct TitleInputs: Sendable {
    /// A file on disk, one of perhaps hundreds of thousands.
    private struct File: Sendable {
        let location: Location
        let version: FileVersion
    }

    private enum Location: Sendable {
        case path(String)
        /// In the tree of the presentation.
        case tree(TreePath)
    }

    /// The playlists, compared by their bytes: they are in memory, and may change without changing in size.
    private var playlists: [(name: String, bytes: [UInt8])] = []
    private var files: [File] = []
    /// The root of the presentation; empty if no file is in its tree.
    private var root = ""
    /// The sum of the sizes in bytes, playlists included.
    package private(set) var byteCount: UInt64 = 0

    /// The number of files, playlists included.
    package var count: Int { playlists.count + files.count }

    /// Lists the inputs of a clear presentation with its layout.
    package init(_ clear: ClearPresentation, _ layout: MediaLayout) throws(RunFailure) {
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
        for resource in layout.resources where seen.insert(resource.file).inserted {
            add(.tree(resource.file), resource.version)
        }
        for companion in presentation.companions where seen.insert(companion).inserted {
            let version = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
                try InputFile(path: companion.path(under: root)).version
            }
            add(.tree(companion), version)
        }
    }

    /// Lists the inputs of `package`, each path once.
    package init(_ inputs: [WindowedFile]) {
        // Compares bytes, as the kernel compares names.
        var seen: Set<[UInt8]> = []
        for input in inputs where seen.insert(Array(input.path.utf8)).inserted {
            add(.path(input.path), input.version)
        }
    }

    private mutating func add(_ location: Location, _ version: FileVersion) {
        files.append(File(location: location, version: version))
        byteCount = byteCount.addingSaturated(version.size)
    }

    /// A digest of names, sizes and modification times, with the bytes of playlists.
    var metadataDigest: [UInt8] {
        var fileSet = playlistSet
        for file in files { fileSet.add(name(of: file), file.version) }
        return fileSet.digest
    }

    /// Returns the SHA-256 of the lines that sha256sum(1) prints for the files, in the order of their names.
    package func digest(_ cancellation: Cancellation) throws(RunFailure) -> [UInt8] {
        var fileSet = playlistSet
        for file in files {
            let digest = try FileDigest.digest(of: path(of: file), file.version, cancellation)
            fileSet.add(name(of: file), digest: digest)
        }
        return fileSet.digest
    }

    private func name(of file: File) -> String {
        switch file.location {
        case .path(let path): path
        case .tree(let path): path.description
        }
    }

    private func path(of file: File) -> String {
        switch file.location {
        case .path(let path): path
        case .tree(let path): path.path(under: root)
        }
    }

    /// Computed on demand: only batches need it.
    private var playlistSet: FileSetDigest {
        var fileSet = FileSetDigest()
        for playlist in playlists { fileSet.add(playlist.name, digest: SHA256.digest(of: playlist.bytes)) }
        return fileSet
    }
}
