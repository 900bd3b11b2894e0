import Failures
import ISOBaseMedia
import Presentations

/// Finds the boxes between media resources of fMP4 files that are kept in the output: indexes and free space.
///
/// An index is left out if a border of its subsegments, or all of a subsegment, is not in the output. So is
/// everything else that no playlist names.
struct CarriedBoxFinder {
    private static let carriedTypes: Set<FourCharacterCode> = ["sidx", "ssix", "free", "skip"]
    private let files: SourceFiles

    private init(_ files: SourceFiles) { self.files = files }

    /// Returns the carried boxes of a plan, in the order of files and offsets.
    ///
    /// - Parameters:
    ///   - plan: the plan of the media resources.
    ///   - files: the source files of the presentation.
    /// - Returns: the boxes between media resources that are copied with them.
    /// - Throws: `RunFailure` if a file cannot be read.
    static func boxes(of plan: MediaPlan, in files: SourceFiles) throws(RunFailure) -> [CarriedBox] {
        let finder = CarriedBoxFinder(files)
        var boxes: [CarriedBox] = []
        for (_, members) in plan.files where members.count > 1 {
            guard members.contains(where: { plan.resources[$0].treatment.isFragmented }) else { continue }
            boxes += try finder.boxes(between: members.map { plan.resources[$0].resource })
        }
        return boxes
    }

    private func boxes(between resources: [MediaResource]) throws(RunFailure) -> [CarriedBox] {
        let gaps = zip(resources, resources.dropFirst()).map {
            $0.clearRange.upperBound..<$1.clearRange.lowerBound
        }
        guard let first = resources.first, gaps.contains(where: { !$0.isEmpty }) else { return [] }
        let input = try ClearPartReader.open(first, in: files)
        var boxes: [CarriedBox] = []
        for gap in gaps where !gap.isEmpty { boxes += try self.boxes(in: gap, of: first, input) }
        return try withoutDangling(boxes, resources, input)
    }

    /// Returns the boxes in a gap that are carried, or none if the gap does not consist of whole boxes.
    private func boxes(
        in gap: Range<UInt64>,
        of resource: MediaResource,
        _ input: borrowing SourceFile
    ) throws(RunFailure) -> [CarriedBox] {
        var found: [CarriedBox] = []
        // The bytes to read, as if they were one box.
        let part = CarriedBox(inFileOf: resource, clearRange: gap, isIndex: false)
        var iterator = TopLevelBoxIterator(gap)
        while let range = iterator.headerRange {
            let start = range.lowerBound - gap.lowerBound
            let headerBytes = try ClearPartReader.bytes(start, UInt64(range.count), of: part, input)
            guard let box = try? iterator.next(headerBytes[...]), !box.runsToTheEnd, !box.isCut else {
                return []
            }
            if Self.carriedTypes.contains(box.type) {
                found.append(
                    CarriedBox(inFileOf: resource, clearRange: box.range, isIndex: box.type == "sidx")
                )
            }
        }
        return found
    }

    /// Removes indexes of which a border, or all of a subsegment, is not in the bytes that are kept.
    ///
    /// An index refers only to bytes after it, so going backward decides each index once.
    private func withoutDangling(
        _ boxes: [CarriedBox],
        _ resources: [MediaResource],
        _ input: borrowing SourceFile
    ) throws(RunFailure) -> [CarriedBox] {
        var outputRanges = OutputRanges()
        var keptBoxes: [CarriedBox] = []
        var remainingResources = resources[...]
        for box in boxes.reversed() {
            while let resource = remainingResources.last,
                resource.clearRange.lowerBound > box.clearRange.lowerBound
            {
                outputRanges.add(resource.clearRange)
                remainingResources.removeLast()
            }
            outputRanges.add(box.clearRange)
            let isKept = box.isIndex ? try pointsInto(outputRanges, box, input) : true
            if isKept { keptBoxes.append(box) } else { outputRanges.removeFirst() }
        }
        return keptBoxes.reversed()
    }

    private func pointsInto(
        _ outputRanges: OutputRanges,
        _ box: CarriedBox,
        _ input: borrowing SourceFile
    ) throws(RunFailure) -> Bool {
        guard box.clearLength <= SubsegmentBorders.maximumSize else { return false }
        let bytes = try ClearPartReader.bytes(0, box.clearLength, of: box, input)
        guard let index = try? SubsegmentBorders(bytes, at: box.clearRange.lowerBound) else { return false }
        return index.isContained(in: outputRanges)
    }
}
