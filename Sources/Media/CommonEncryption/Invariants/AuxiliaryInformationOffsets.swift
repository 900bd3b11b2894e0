import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// The offsets that `saio` states for the auxiliary information of samples.
struct AuxiliaryInformationOffsets {
    /// The offsets, keyed by the index of the sample whose auxiliary information starts there.
    private let offsets: [Int: UInt64]
    /// The possible bases of the offsets, relative to the segment: the base of data offsets, the `moof`, and
    /// the file.
    private let bases: [Int64]

    /// - Parameters:
    ///   - box: the `saio` box.
    ///   - fragment: the track fragment of the box.
    ///   - layout: the fragment.
    ///   - segmentOffset: the offset of the segment in its file.
    /// - Throws: `SampleEncryptionError` if there is neither one offset nor one per run.
    init(
        _ box: SampleAuxiliaryInformationOffsetsBox,
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        segmentOffset: UInt64
    ) throws(SampleEncryptionError) {
        let runCount = fragment.runs.count
        guard box.offsets.count == 1 || box.offsets.count == runCount else {
            throw .malformed(
                .invalid(
                    offset: layout.node.children[fragment.childIndex].offset,
                    field: "entry_count of 'saio'",
                    found: "\(box.offsets.count)",
                    expected: runCount == 1 ? "1" : "1 or \(runCount), the number of runs"
                )
            )
        }
        var offsets: [Int: UInt64] = [:]
        var sampleIndex = 0
        for (offset, run) in zip(box.offsets, fragment.runs) {
            offsets[sampleIndex] = offset
            sampleIndex += Int(run.box.sampleCount)
        }
        self.offsets = offsets
        bases = [
            fragment.base, Int64(clamping: layout.range.lowerBound), 0 - Int64(clamping: segmentOffset),
        ]
    }

    /// Throws if `saio` states an offset for a sample whose information is elsewhere.
    func check(_ sampleIndex: Int, at offset: UInt64) throws(SampleEncryptionError) {
        guard let statedOffset = offsets[sampleIndex] else { return }
        let positions = bases.map { Int64(clamping: statedOffset).addingReportingOverflow($0) }
        guard !positions.contains(where: { !$0.overflow && $0.partialValue == Int64(clamping: offset) })
        else {
            return
        }
        let start = bases[0]
        throw .malformed(
            .invalid(
                offset: offset,
                field: "offset in 'saio'",
                found: "\(statedOffset)",
                expected:
                    "\(Int64(clamping: offset) - start), the offset of the first sample of the run in 'senc'"
            )
        )
    }
}
