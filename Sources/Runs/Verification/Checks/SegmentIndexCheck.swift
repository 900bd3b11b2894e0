import Inspection

/// Checks that the subsegments in segment indexes (`sidx`) of fMP4 begin and end where top-level boxes do.
///
/// Protection makes fragments longer, and indexes must follow (ISO/IEC 14496-12, 8.16.3). A fault that the
/// clear source has too is a warning that says so: the protection did not cause it.
enum SegmentIndexCheck: PresentationCheck {
    /// Checks the indexes of all files.
    ///
    /// - Returns: the first fault of each index, one that the source does not have if possible; and indexes
    ///   that say something else than those of the source.
    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        var seen: Set<SixteenBytes> = []
        var findings: [Finding] = []
        for rendition in verified.renditions {
            for (index, resource) in rendition.checked.resources.enumerated() where resource.mayHaveIndex {
                guard seen.insert(resource.fileRange.file).inserted else { continue }
                findings += Self.findings(rendition.items[index])
            }
        }
        return findings
    }

    /// Returns the findings about the indexes in the file of an item.
    private static func findings(_ item: VerificationItem) -> [Finding] {
        let indexes = SegmentIndexReader.indexes(of: item.location.path)
        guard !indexes.isEmpty else { return [] }
        let sourceIndexes = item.source.map { SegmentIndexReader.indexes(of: $0.location.path) }
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
}
