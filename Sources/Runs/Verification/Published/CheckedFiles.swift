import Presentations

/// What was found out of files while their targets were read: the codes of clear ones, and where sections are.
struct CheckedFiles {
    /// Clear media and sections of fMP4 by the place, each place once.
    private let units: [CheckedUnit]

    init(_ checked: [CheckedRendition]) {
        var units = checked.flatMap { $0.units.filter { $0.isClearMedia || $0.isFragmentSection } }
        units.sort { $0.place < $1.place }
        var last: CheckedUnit.Place?
        units.removeAll { unit in
            defer { last = unit.place }
            return last?.file == unit.place.file && last?.start == unit.place.start
        }
        self.units = units
    }

    /// What tells the bytes of a clear file, as it is published (`PublishedFile`); nil where not all of it is known.
    func digest(of path: String) -> (digest: [UInt8], units: Int)? {
        let own = units(of: path).filter(\.isClearMedia)
        let codes = own.compactMap { unit in
            unit.code.map { MediaCode(length: unit.codeLength, code: $0.bytes) }
        }
        guard !own.isEmpty, codes.count == own.count else { return nil }
        return (PublishedFile.digest(of: codes), codes.count)
    }

    /// The sections in a file, as they are published; nil where none was read.
    func sections(of path: String) throws(PresentationError) -> PublishedFile.SectionDigest? {
        let own = units(of: path).filter(\.isFragmentSection)
        return try .init(of: path, own.map { $0.place.start..<$0.place.end })
    }

    private func units(of path: String) -> ArraySlice<CheckedUnit> {
        let file = SixteenBytes(standingFor: path)
        return units[units.partitioningIndex { $0.place.file >= file }...].prefix { $0.place.file == file }
    }
}
