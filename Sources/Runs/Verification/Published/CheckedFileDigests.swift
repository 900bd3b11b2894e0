import Failures
import Presentations
import SampleEncryption

/// The results of verification items by file: the MACs of clear media, and initialization sections.
struct CheckedFileDigests {
    /// The clear media resources and fMP4 initialization sections, each once, sorted by file and range.
    private let resources: [CheckedMediaResource]

    init(_ checkedRenditions: [CheckedRendition]) {
        var resources = checkedRenditions.flatMap {
            $0.resources.filter { $0.isClearMedia || $0.isFragmentedMP4Section }
        }
        resources.sort { $0.fileRange < $1.fileRange }
        var lastRange: CheckedMediaResource.FileRange?
        resources.removeAll { resource in
            defer { lastRange = resource.fileRange }
            return lastRange?.file == resource.fileRange.file && lastRange?.start == resource.fileRange.start
        }
        self.resources = resources
    }

    /// Returns the digest of a clear file in its published form, and the number of its media resources.
    ///
    /// Returns nil if some of them were not read. See `PublishedFile` for the form.
    func digest(of path: String) -> (digest: [UInt8], resourceCount: Int)? {
        let clearResources = resources(of: path).filter(\.isClearMedia)
        let macs = clearResources.compactMap { resource in
            resource.mac.map { MediaMAC(bytes: $0.bytes, length: resource.macCoveredLength) }
        }
        guard !clearResources.isEmpty, macs.count == clearResources.count else { return nil }
        return (PublishedFile.digest(of: macs), macs.count)
    }

    /// Returns the digest of the initialization sections in a file, as published, or nil if none was read.
    func sectionDigest(of path: String) throws(RunFailure) -> PublishedFile.SectionDigest? {
        let sectionResources = resources(of: path).filter(\.isFragmentedMP4Section)
        return try .init(of: path, sectionResources.map { $0.fileRange.start..<$0.fileRange.end })
    }

    private func resources(of path: String) -> ArraySlice<CheckedMediaResource> {
        let file = SixteenBytes(digestOfPath: path)
        return resources[resources.partitioningIndex { $0.fileRange.file >= file }...].prefix {
            $0.fileRange.file == file
        }
    }
}
