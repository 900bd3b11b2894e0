import Presentations

/// The results of verification items by file: the MACs of clear media, and initialization sections.
struct CheckedFileDigests {
    /// The clear media resources and fMP4 initialization sections, each once, sorted by file and range.
    private let units: [CheckedMediaResource]

    init(_ checked: [CheckedRendition]) {
        var units = checked.flatMap { $0.units.filter { $0.isClearMedia || $0.isFragmentSection } }
        units.sort { $0.place < $1.place }
        var last: CheckedMediaResource.FileRange?
        units.removeAll { unit in
            defer { last = unit.place }
            return last?.file == unit.place.file && last?.start == unit.place.start
        }
        self.units = units
    }

    /// Returns the digest of a clear file in its published form, and the number of its media resources.
    ///
    /// Returns nil if some of them were not read. See `PublishedFile` for the form.
    func digest(of path: String) -> (digest: [UInt8], units: Int)? {
        let own = units(of: path).filter(\.isClearMedia)
        let codes = own.compactMap { unit in
            unit.mac.map { MediaMAC(length: unit.macCoveredLength, code: $0.bytes) }
        }
        guard !own.isEmpty, codes.count == own.count else { return nil }
        return (PublishedFile.digest(of: codes), codes.count)
    }

    /// Returns the digest of the initialization sections in a file, as published, or nil if none was read.
    func sections(of path: String) throws(PresentationError) -> PublishedFile.SectionDigest? {
        let own = units(of: path).filter(\.isFragmentSection)
        return try .init(of: path, own.map { $0.place.start..<$0.place.end })
    }

    private func units(of path: String) -> ArraySlice<CheckedMediaResource> {
        let file = SixteenBytes(standingFor: path)
        return units[units.partitioningIndex { $0.place.file >= file }...].prefix { $0.place.file == file }
    }
}
