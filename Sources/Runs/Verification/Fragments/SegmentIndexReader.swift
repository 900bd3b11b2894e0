import Bitstreams
import ISOBaseMedia
import Presentations

/// Reads the segment indexes (`sidx`) of a file, and compares them with its top-level boxes.
struct SegmentIndexReader: ~Copyable {
    /// The maximum number of boxes that are read in a file.
    private static let boxLimit = 1_000_000
    /// The size of the largest index, in bytes: 12 for each of at most 65,535 references, and some more.
    private static let indexLimit: UInt64 = 1 << 20

    /// An index with its faults.
    struct CheckedIndex {
        /// The offset of the index in its file.
        let offset: UInt64
        /// The part of the index that protection does not change.
        let content: Content
        let faults: [ReportedFault]
    }

    /// The part of an index that protection does not change.
    struct Content: Hashable {
        let index: SegmentIndexBox
        /// Indicates whether the subsegments are in another file.
        let isOfAnotherFile: Bool
    }

    /// A fault and its message.
    struct ReportedFault {
        let fault: SegmentIndexFault
        let message: String
    }

    private let file: InputFile
    /// The offsets and the types of the top-level boxes, in order.
    private var boxes: [(start: UInt64, type: FourCharacterCode)] = []
    private var indexes: [Box] = []

    /// Returns the indexes of a file; what cannot be read is reported for segments.
    static func indexes(of path: String) -> [CheckedIndex] {
        guard let file = try? InputFile(path: path) else { return [] }
        let size = file.size
        var reader = SegmentIndexReader(file: file)
        guard (try? reader.readTopLevelBoxes()) != nil else { return [] }
        return reader.indexes.compactMap { box in
            guard let index = try? SegmentIndexBox(box) else { return nil }
            let end = box.bodyOffset + UInt64(box.body.count)
            let (mediaStart, overflows) = end.addingReportingOverflow(index.firstOffset)
            return CheckedIndex(
                offset: box.offset,
                content: Content(
                    index: index.withoutOffsets,
                    isOfAnotherFile: !index.references.isEmpty && (overflows || mediaStart >= size)
                ),
                faults: reader.faults(of: index, box, fileSize: size)
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
