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
    private struct CheckedIndex {
        /// The offset of the index in its file.
        let offset: UInt64
        /// The part of the index that protection does not change.
        let content: Content
        let faults: [ReportedFault]
    }

    /// The part of an index that protection does not change.
    private struct Content: Hashable {
        let index: SegmentIndexBox
        /// Indicates whether the subsegments are in another file.
        let isOfAnotherFile: Bool
    }

    /// A fault and its message.
    private struct ReportedFault {
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
    ///   - itemLists: the items of each rendition.
    ///   - checkedRenditions: the results of each rendition.
    /// - Returns: the first fault of each index, one that the source does not have if possible; and indexes
    ///   that say something else than those of the source.
    static func findings(
        _ itemLists: [VerificationItemList],
        _ checkedRenditions: [CheckedRendition]
    ) -> [Finding] {
        var seen: Set<SixteenBytes> = []
        var findings: [Finding] = []
        for (items, rendition) in zip(itemLists, checkedRenditions) {
            for (index, resource) in rendition.resources.enumerated() where resource.mayHaveIndex {
                guard seen.insert(resource.fileRange.file).inserted else { continue }
                findings += Self.findings(items[index])
            }
        }
        return findings
    }

    /// Returns the findings about the indexes in the file of an item.
    private static func findings(_ item: VerificationItem) -> [Finding] {
        let indexes = indexes(of: item.location.path)
        guard !indexes.isEmpty else { return [] }
        let sourceIndexes = item.source.map { self.indexes(of: $0.location.path) }
        let sourceFaults = Set((sourceIndexes ?? []).flatMap(\.faults).map(\.fault))
        let sourceContents = sourceIndexes.map { Set($0.map(\.content)) }
        return indexes.compactMap { index in
            let faults = index.faults
            if let sourceContents, !sourceContents.contains(index.content) {
                let message = "the 'sidx' at byte \(index.offset) of the file is not one of the source"
                return item.finding(.sourceMedia, message)
            } else if let ownFault = faults.first(where: { !sourceFaults.contains($0.fault) }) {
                return item.finding(.stream, ownFault.message)
            }
            return faults.first.map {
                let message = $0.message + "; the source has this, too"
                return item.finding(.stream, message, severity: .warning)
            }
        }
    }

    /// Returns the indexes of a file; what cannot be read is reported for segments.
    private static func indexes(of path: String) -> [CheckedIndex] {
        guard let file = try? InputFile(path: path) else { return [] }
        let size = file.size
        var check = SegmentIndexCheck(file: file)
        guard (try? check.readTopLevelBoxes()) != nil else { return [] }
        return check.indexes.compactMap { box in
            guard let index = try? SegmentIndexBox(box) else { return nil }
            let end = box.bodyOffset + UInt64(box.body.count)
            let (mediaStart, overflows) = end.addingReportingOverflow(index.firstOffset)
            return CheckedIndex(
                offset: box.offset,
                content: Content(
                    index: index.withoutOffsets,
                    isOfAnotherFile: !index.references.isEmpty && (overflows || mediaStart >= size)
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
        var iterator = TopLevelBoxIterator(0..<file.size)
        while boxes.count < Self.boxLimit, let range = iterator.headerRange {
            let box = try iterator.next(try read(range)[...])
            boxes.append((box.range.lowerBound, box.type))
            guard box.type == "sidx", !box.runsToTheEnd, !box.isCut, box.size <= Self.indexLimit else {
                continue
            }
            var index = ByteReader(try read(box.range)[...], at: box.range.lowerBound)
            indexes.append(try Box(&index))
        }
    }

    private func read(_ range: Range<UInt64>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let filled = try file.read(into: &bytes, count: bytes.count, at: range.lowerBound)
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    private func faults(of index: SegmentIndexBox, _ box: Box, fileSize: UInt64) -> [ReportedFault] {
        let boxEnd = box.bodyOffset + UInt64(box.body.count)
        let (mediaStart, overflow) = boxEnd.addingReportingOverflow(index.firstOffset)
        // The subsegments are in other files.
        guard !overflow, mediaStart < fileSize else { return [] }
        var start = mediaStart
        var reported: [ReportedFault] = []
        func add(_ number: Int, _ border: SegmentIndexFault.Border, _ location: SegmentIndexFault.Location) {
            let fault = SegmentIndexFault(index, number, border, at: location)
            reported.append(
                ReportedFault(
                    fault: fault,
                    message: fault.message(indexOffset: box.offset, borderOffset: start)
                )
            )
        }
        for (number, reference) in index.references.enumerated() {
            let startLocation = location(of: start)
            let startsWithExpectedBox =
                startLocation.offset == 0
                && startLocation.box.map { ($0 == "sidx") == reference.isIndex && $0 != "mdat" } ?? false
            if !startsWithExpectedBox {
                add(number, .start(expected: reference.isIndex ? "an index" : "media"), startLocation)
            }
            // An overflow does no harm: there is no box after the end of the file.
            start &+= UInt64(reference.size)
            let endLocation = location(of: start)
            if start != fileSize, endLocation.box == nil || endLocation.offset > 0 {
                add(number, .end, endLocation)
            }
        }
        return reported
    }

    /// Returns the box that contains a byte, and the offset of the byte in the box.
    private func location(of offset: UInt64) -> SegmentIndexFault.Location {
        let nextIndex = boxes.partitioningIndex { $0.start > offset }
        guard nextIndex > 0, offset < file.size else { return .init(box: nil, offset: 0) }
        let box = boxes[nextIndex - 1]
        let offsetInBox = offset - box.start
        // Protection makes these boxes longer.
        let isMoved = offsetInBox > 0 && ["moof", "moov"].contains(box.type)
        return .init(box: box.type, offset: isMoved ? 1 : offsetInBox)
    }
}
