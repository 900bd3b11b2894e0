import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// Refuses units of fMP4 with a `sidx` that speaks of bytes which are not in the output: it could not be made right.
///
/// The survey, which sees one unit at a time, cannot know it.
struct SegmentIndexCheck {
    private let files: SourceFiles

    /// Checks all units in which bytes move.
    static func check(_ layout: MediaLayout, of files: SourceFiles) throws(PackagingError) {
        let check = SegmentIndexCheck(files: files)
        let carried = Dictionary(grouping: layout.carriedBoxes) { $0.file }
        for (file, members) in layout.files {
            let units = members.map { layout.units[$0] }.filter { !$0.isDerived && $0.isFragmented }
            guard !units.isEmpty else { continue }
            let places = FilePlaces(
                holding: members.map { layout.units[$0].clearRange }
                    + (carried[file] ?? []).map(\.clearRange)
            )
            for unit in units where unit.isRewritten { try check.check(unit, places) }
        }
    }

    private func check(_ unit: MediaUnit, _ places: FilePlaces) throws(PackagingError) {
        let input = try UnitBytes.open(unit, in: files)
        var offset: UInt64 = 0
        while offset < unit.clearLength {
            let count = min(UInt64(BoxHeader.maximumSize), unit.clearLength - offset)
            var reader = ByteReader(try bytes(offset, count, of: unit, input)[...], at: offset)
            let size: UInt64
            let header: BoxHeader
            do {
                header = try BoxHeader(&reader)
            } catch {
                throw .samples(MediaPlace(unit), .malformed(error))
            }
            switch header.extent {
            case .bytes(let bytes): size = min(bytes, unit.clearLength - offset)
            case .toTheEnd: size = unit.clearLength - offset
            }
            if header.type == "sidx" { try check(unit, places, offset, size, input) }
            offset += max(size, 1)
        }
    }

    private func check(
        _ unit: MediaUnit,
        _ places: FilePlaces,
        _ offset: UInt64,
        _ size: UInt64,
        _ input: borrowing SourceFile
    ) throws(PackagingError) {
        let box = try bytes(offset, min(size, IndexedBytes.limit), of: unit, input)
        let fileOffset = unit.clearRange.lowerBound + offset
        let index: IndexedBytes
        do {
            index = try IndexedBytes(box, at: fileOffset)
        } catch {
            throw .samples(MediaPlace(unit, at: 0), .malformed(error))
        }
        if let border = index.missingBorder(in: places) {
            throw .danglingIndex(MediaPlace(unit), offset: fileOffset, target: border)
        }
    }

    private func bytes(
        _ offset: UInt64,
        _ count: UInt64,
        of unit: MediaUnit,
        _ input: borrowing SourceFile
    ) throws(PackagingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        try UnitBytes.read(unit, into: &bytes, bytes.indices, at: offset, from: input)
        return bytes
    }
}

extension MediaUnit {
    /// Whether its boxes are written anew.
    fileprivate var isRewritten: Bool {
        switch protection {
        case .fragments, .section: true
        case .clear: isClearStart
        case .aes128, .aes256GCM, .sampleAES: false
        }
    }
}
