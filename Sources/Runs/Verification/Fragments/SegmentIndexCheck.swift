import Bitstreams
import ISOBaseMedia
import Inspection
import Presentations

/// Checks that the subsegments in segment indexes (`sidx`) of fMP4 begin and end where top-level boxes do.
///
/// Protection makes fragments longer, and indexes must follow (ISO/IEC 14496-12, 8.16.3). A fault that the
/// clear source has too is a warning that says so: the protection did not cause it.
struct SegmentIndexCheck: ~Copyable {
    /// The maximum number of boxes that are read in a file.
    private static let boxLimit = 1_000_000
    /// The size of the largest index, in bytes: 12 for each of at most 65,535 references, and some more.
    private static let indexLimit: UInt64 = 1 << 20

    /// An index with its faults.
    private struct Look {
        /// The offset of the index in its file.
        let offset: UInt64
        /// The part of the index that protection does not change.
        let content: Content
        let faults: [Found]
    }

    /// The part of an index that protection does not change.
    private struct Content: Hashable {
        let index: SegmentIndexBox
        /// Indicates whether the subsegments are in another file.
        let isOfAnotherFile: Bool
    }

    /// A fault and its message.
    private struct Found {
        let fault: SegmentIndexFault
        let message: String
    }

    private let file: InputFile
    /// The offsets and the types of the top-level boxes, in order.
    private var boxes: [(start: UInt64, type: FourCharacterCode)] = []
    private var indexes: [Box] = []

    /// Checks the indexes of all files.
    ///
    /// - Parameters:
    ///   - targets: the items of each rendition.
    ///   - checked: the results of each rendition.
    /// - Returns: the first fault of each index, one that the source does not have if possible; and indexes
    ///   that say something else than those of the source.
    static func findings(
        _ targets: [VerificationItemList],
        _ checked: [CheckedRendition]
    ) -> [Finding] {
        var seen: Set<SixteenBytes> = []
        var findings: [Finding] = []
        for (targets, rendition) in zip(targets, checked) {
            for (index, unit) in rendition.units.enumerated() where unit.mayHaveIndex {
                guard seen.insert(unit.place.file).inserted else { continue }
                findings += Self.findings(targets[index])
            }
        }
        return findings
    }

    /// Returns the findings about the indexes in the file of an item.
    private static func findings(_ target: VerificationItem) -> [Finding] {
        let indexes = indexes(of: target.location.path)
        guard !indexes.isEmpty else { return [] }
        let source = target.source.map { self.indexes(of: $0.location.path) }
        let known = Set((source ?? []).flatMap(\.faults).map(\.fault))
        let contents = source.map { Set($0.map(\.content)) }
        return indexes.compactMap { index in
            let faults = index.faults
            if let contents, !contents.contains(index.content) {
                let message = "the 'sidx' at byte \(index.offset) of the file is not one of the source"
                return target.finding(.sourceMedia, message)
            } else if let own = faults.first(where: { !known.contains($0.fault) }) {
                return target.finding(.stream, own.message)
            }
            return faults.first.map {
                let message = $0.message + "; the source has this, too"
                return target.finding(.stream, message, severity: .warning)
            }
        }
    }

    /// Returns the indexes of a file; what cannot be read is reported for segments.
    private static func indexes(of path: String) -> [Look] {
        guard let file = try? InputFile(path: path) else { return [] }
        let size = file.size
        var check = SegmentIndexCheck(file: file)
        guard (try? check.readTopLevelBoxes()) != nil else { return [] }
        return check.indexes.compactMap { box in
            guard let index = try? SegmentIndexBox(box) else { return nil }
            let end = box.bodyOffset + UInt64(box.body.count)
            let (first, isOver) = end.addingReportingOverflow(index.firstOffset)
            return Look(
                offset: box.offset,
                content: Content(
                    index: index.withoutOffsets,
                    isOfAnotherFile: !index.references.isEmpty && (isOver || first >= size)
                ),
                faults: check.faults(of: index, box, fileSize: size)
            )
        }
    }

    private init(file: consuming InputFile) {
        self.file = file
    }

    /// Collects the top-level boxes and the indexes.
    private mutating func readTopLevelBoxes() throws {
        var offset: UInt64 = 0
        while offset < file.size, boxes.count < Self.boxLimit {
            let bytes = try read(min(UInt64(BoxHeader.maximumSize), file.size - offset), at: offset)
            var reader = ByteReader(bytes[...], at: offset)
            let header = try BoxHeader(&reader)
            boxes.append((offset, header.type))
            guard case .bytes(let size) = header.extent, size <= file.size - offset else { return }
            if header.type == "sidx", size <= Self.indexLimit {
                var index = ByteReader(try read(size, at: offset)[...], at: offset)
                indexes.append(try Box(&index))
            }
            offset += size
        }
    }

    private func read(_ count: UInt64, at offset: UInt64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let filled = try file.read(into: &bytes, count: bytes.count, at: offset)
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    private func faults(of index: SegmentIndexBox, _ box: Box, fileSize: UInt64) -> [Found] {
        let end = box.bodyOffset + UInt64(box.body.count)
        let (first, overflow) = end.addingReportingOverflow(index.firstOffset)
        // The subsegments are in other files.
        guard !overflow, first < fileSize else { return [] }
        var start = first
        var found: [Found] = []
        func add(_ number: Int, _ border: SegmentIndexFault.Border, _ place: SegmentIndexFault.Location) {
            let fault = SegmentIndexFault(index, number, border, at: place)
            found.append(Found(fault: fault, message: fault.message(index: box.offset, border: start)))
        }
        for (number, reference) in index.references.enumerated() {
            let begin = place(of: start)
            let isThere =
                begin.offset == 0
                && begin.box.map { ($0 == "sidx") == reference.isIndex && $0 != "mdat" } ?? false
            if !isThere { add(number, .start(expected: reference.isIndex ? "an index" : "media"), begin) }
            // An overflow does no harm: there is no box after the end of the file.
            start &+= UInt64(reference.size)
            let end = place(of: start)
            if start != fileSize, end.box == nil || end.offset > 0 { add(number, .end, end) }
        }
        return found
    }

    /// Returns the box that contains a byte, and the offset of the byte in the box.
    private func place(of offset: UInt64) -> SegmentIndexFault.Location {
        let behind = boxes.partitioningIndex { $0.start > offset }
        guard behind > 0, offset < file.size else { return .init(box: nil, offset: 0) }
        let box = boxes[behind - 1]
        let inside = offset - box.start
        // Protection makes these boxes longer.
        let isMoved = inside > 0 && ["moof", "moov"].contains(box.type)
        return .init(box: box.type, offset: isMoved ? 1 : inside)
    }
}
