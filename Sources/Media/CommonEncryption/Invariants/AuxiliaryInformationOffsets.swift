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
        let runs = fragment.runs.count
        guard box.offsets.count == 1 || box.offsets.count == runs else {
            throw .malformed(
                .invalid(
                    offset: layout.node.children[fragment.index].offset,
                    field: "entry_count of 'saio'",
                    found: "\(box.offsets.count)",
                    expected: runs == 1 ? "1" : "1 or \(runs), the number of runs"
                )
            )
        }
        var offsets: [Int: UInt64] = [:]
        var number = 0
        for (offset, run) in zip(box.offsets, fragment.runs) {
            offsets[number] = offset
            number += Int(run.box.sampleCount)
        }
        self.offsets = offsets
        bases = [
            fragment.base, Int64(clamping: layout.range.lowerBound), 0 - Int64(clamping: segmentOffset),
        ]
    }

    /// Throws if `saio` states an offset for a sample whose information is elsewhere.
    func check(_ number: Int, at offset: UInt64) throws(SampleEncryptionError) {
        guard let said = offsets[number] else { return }
        let places = bases.map { Int64(clamping: said).addingReportingOverflow($0) }
        guard !places.contains(where: { !$0.overflow && $0.partialValue == Int64(clamping: offset) }) else {
            return
        }
        let start = bases[0]
        throw .malformed(
            .invalid(
                offset: offset,
                field: "offset in 'saio'",
                found: "\(said)",
                expected:
                    "\(Int64(clamping: offset) - start), the offset of the first sample of the run in 'senc'"
            )
        )
    }
}
