package import Failures

/// The files of a published result, of any kind, with their sizes and times.
package struct PublishedFiles: Sendable {
    private let root: String
    private var files: [(name: String, version: FileVersion)] = []

    /// Lists the files below a directory.
    ///
    /// Links, pipes and devices count as files: no result contains any, so they make it differ.
    package init(in root: String) throws(RunFailure) {
        self.root = root
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try add(below: "") }
    }

    /// The paths of the files, relative to the directory.
    package var paths: [String] { files.map(\.name) }

    /// The number of files.
    package var count: Int { files.count }

    /// The sum of the sizes in bytes.
    package var byteCount: UInt64 { files.reduce(0) { $0.addingSaturated($1.version.size) } }

    /// A digest of names, sizes and modification times, which stays the same if the directory is renamed.
    package var stamp: [UInt8] {
        var fileSet = FileSetDigest()
        for file in files { fileSet.add(file.name, file.version) }
        return fileSet.digest
    }

    /// Returns the SHA-256 of the lines that sha256sum(1) prints for the files, in the order of their names.
    package func digest(_ cancellation: Cancellation) throws(RunFailure) -> [UInt8] {
        var fileSet = FileSetDigest()
        for file in files {
            let path = root + "/" + file.name
            fileSet.add(file.name, digest: try FileDigest.digest(of: path, file.version, cancellation))
        }
        return fileSet.digest
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
