/// The files of a result, whatever they are.
package struct PublishedFiles: Sendable {
    private let root: String
    private var files: [(name: String, version: FileVersion)] = []

    /// Those below a directory.
    ///
    /// What is no file and no directory counts as a file of its name: it belongs to no result.
    package init(in root: String) throws(PresentationError) {
        self.root = root
        try stageCalls { () throws(SystemCallError) in try add(below: "") }
    }

    /// How many there are.
    package var count: Int { files.count }

    /// How many bytes they have.
    package var byteCount: UInt64 { files.reduce(0) { $0.addingSaturated($1.version.size) } }

    /// What changes when one of the files does, as far as its size and time tell; a rename of the directory keeps it.
    package var stamp: [UInt8] {
        var stamps = FileStamps()
        for file in files { stamps.add(file.name, file.version) }
        return stamps.digest
    }

    /// The digest of all that is in the files: that of the lines that sha256sum(1) prints, in the order of their names.
    package func digest(_ cancellation: Cancellation) throws(PresentationError) -> [UInt8] {
        var stamps = FileStamps()
        for file in files {
            let path = root + "/" + file.name
            stamps.add(file.name, digest: try FileDigest.digest(of: path, file.version, cancellation))
        }
        return stamps.digest
    }

    private mutating func add(below prefix: String) throws(SystemCallError) {
        for name in try Directory.names(in: root + "/" + prefix) {
            guard let status = Directory.linkStatus(of: root + "/" + prefix + name) else { continue }
            if status.isDirectory {
                try add(below: prefix + name + "/")
            } else {
                files.append((prefix + name, status.version))
            }
        }
    }
}
