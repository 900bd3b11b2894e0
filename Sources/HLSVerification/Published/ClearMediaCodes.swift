import HLSPackaging

/// The codes of clear files, which were taken while their targets were read.
struct ClearMediaCodes {
    /// Clear media by the place, each place once.
    private let units: [CheckedUnit]

    init(_ checked: [CheckedRendition]) {
        var units = checked.flatMap { $0.units.filter(\.isClearMedia) }
        units.sort { $0.place < $1.place }
        var last: CheckedUnit.Place?
        units.removeAll { unit in
            defer { last = unit.place }
            return last?.file == unit.place.file && last?.start == unit.place.start
        }
        self.units = units
    }

    /// What tells the bytes of a file, as it is published (`PublishedFile`); nil where not all of it is known.
    func digest(of path: String) -> (digest: [UInt8], units: Int)? {
        let file = SixteenBytes(standingFor: path)
        let own = units[units.partitioningIndex { $0.place.file >= file }...].prefix { $0.place.file == file }
        let codes = own.compactMap { unit in
            unit.code.map { MediaCode(length: unit.codeLength, code: $0.bytes) }
        }
        guard !own.isEmpty, codes.count == own.count else { return nil }
        return (PublishedFile.digest(of: codes), codes.count)
    }
}
