import Ciphers
import HLSPlaylists

/// The files that a title is made of.
package struct TitleInputs: Sendable {
    /// A file on the disk, with its name in digests.
    private struct File: Sendable {
        let name: String
        let path: String
        let version: FileVersion
    }

    /// Playlists are known by their bytes: they were read anyway, and may change without that their size does.
    private var playlists: [(name: String, bytes: [UInt8])] = []
    private var files: [File] = []
    /// How many bytes the files have, playlists included.
    package private(set) var byteCount: UInt64 = 0

    /// How many files there are.
    package var count: Int { playlists.count + files.count }

    /// Those of a presentation whose files were looked at.
    init(_ clear: ClearPresentation, _ layout: MediaLayout) throws(PackagingError) {
        self.init(clear.inputs)
        let presentation = clear.presentation
        guard case .directory(let root) = presentation.files else { return }
        for (path, document) in presentation.playlists {
            let bytes = document.serialized()
            playlists.append((path.description, bytes))
            byteCount = byteCount.addingSaturated(UInt64(bytes.count))
        }
        var seen: Set<TreePath> = []
        for unit in layout.units where seen.insert(unit.file).inserted {
            add(unit.file.description, unit.file.path(under: root), unit.version)
        }
        for companion in presentation.companions where seen.insert(companion).inserted {
            let path = companion.path(under: root)
            let version = try inputCalls { () throws(SystemCallError) in try InputFile(path: path).version }
            add(companion.description, path, version)
        }
    }

    /// The inputs of `package`; one that is named several times counts once.
    init(_ inputs: [MezzanineFile]) {
        // By bytes, as the kernel compares names.
        var seen: Set<[UInt8]> = []
        for input in inputs where seen.insert(Array(input.path.utf8)).inserted {
            add(input.path, input.path, input.version)
        }
    }

    private mutating func add(_ name: String, _ path: String, _ version: FileVersion) {
        files.append(File(name: name, path: path, version: version))
        byteCount = byteCount.addingSaturated(version.size)
    }

    /// What changes when one of the files does, as far as its size and time tell.
    package var stamp: [UInt8] {
        var stamps = playlistStamps
        for file in files { stamps.add(file.name, file.version) }
        return stamps.digest
    }

    /// The digest of all that is in the files: that of the lines that sha256sum(1) prints, in the order of their names.
    package func digest(_ cancellation: Cancellation) throws(PackagingError) -> [UInt8] {
        var stamps = playlistStamps
        for file in files {
            stamps.add(file.name, digest: try FileDigest.digest(of: file.path, file.version, cancellation))
        }
        return stamps.digest
    }

    /// Taken where somebody asks: runs outside of batches never do.
    private var playlistStamps: FileStamps {
        var stamps = FileStamps()
        for playlist in playlists { stamps.add(playlist.name, digest: SHA256.digest(of: playlist.bytes)) }
        return stamps
    }
}
