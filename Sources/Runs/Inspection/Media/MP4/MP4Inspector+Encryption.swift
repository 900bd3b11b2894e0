import Bitstreams
import ISOBaseMedia
import TextFormats

extension MP4Inspector {
    /// Returns the `seig` entries in the `sgpd` boxes of a track fragment.
    mutating func sampleGroups(of node: BoxNode) -> [TrackEncryption] {
        var groups: [TrackEncryption] = []
        for description in node.all("sgpd") {
            collectingFaults { _ throws(ParseError) in
                let type = try SampleToGroupBox.groupingType(of: description.box)
                guard type == SampleEncryptionGroup.type else { return }
                groups += try SampleEncryptionGroup.descriptions(description.box)
            }
        }
        return groups
    }

    /// Returns the size in bytes of the IVs in `senc` according to `seig` or `tenc`, or nil if unknown.
    func ivSize(
        _ track: ParsedMovie.Track?,
        _ descriptionIndex: UInt32?,
        _ groups: [TrackEncryption]
    ) -> Int? {
        if let size = groups.first(where: \.isProtected)?.perSampleIVSize { return size }
        guard let track, let descriptionIndex, descriptionIndex > 0,
            Int(descriptionIndex) <= track.encryption.count
        else { return nil }
        return track.encryption[Int(descriptionIndex) - 1]?.perSampleIVSize
    }

    /// Summarizes the `senc` box of a track fragment, or its PIFF equivalent.
    ///
    /// - Parameters:
    ///   - node: the track fragment.
    ///   - ivSize: the size of each IV in bytes; nil to find the size with which the data fills the box.
    /// - Returns: the totals, or nil without such a box.
    mutating func encryption(of node: BoxNode, ivSize: Int?) -> TrackFragmentInspection.Encryption? {
        var summary: TrackFragmentInspection.Encryption?
        for child in node.children where SampleEncryptionBox.isForm(of: child) && summary == nil {
            collectingFaults { _ throws(ParseError) in
                let box = try SampleEncryptionBox(child.box)
                let statedSize = box.override?.perSampleIVSize ?? ivSize
                for size in statedSize.map({ [$0] }) ?? [0, 8, 16] {
                    guard let sums = Self.sums(box, ivSize: size) else { continue }
                    summary = sums
                    return
                }
                summary = TrackFragmentInspection.Encryption(
                    samples: box.sampleCount,
                    ivSize: nil,
                    subsamples: nil,
                    clearBytes: nil,
                    protectedBytes: nil
                )
                guard let statedSize else { return }
                throw .invalid(
                    offset: child.offset,
                    field: "'\(child.type)'",
                    found: "of \(child.size) bytes",
                    expected:
                        "the size for \(CountText.text(box.sampleCount, "sample")) with IVs of \(statedSize) bytes"
                )
            }
        }
        return summary
    }

    /// Returns the totals over the samples, or nil if their data does not fill the box exactly.
    private static func sums(
        _ box: SampleEncryptionBox,
        ivSize: Int
    ) -> TrackFragmentInspection.Encryption? {
        var reader = box.samples
        var subsamples: UInt64 = 0
        var clearBytes: UInt64 = 0
        var protectedBytes: UInt64 = 0
        // Without IVs and subsamples, samples take no bytes, however large their number is.
        let isEmpty = ivSize == 0 && !box.hasSubsamples
        for _ in 0..<(isEmpty ? 0 : box.sampleCount) {
            guard let sample = try? box.nextSample(&reader, ivSize: ivSize) else { return nil }
            sample.subsamples?.forEach { clear, protected in
                subsamples += 1
                clearBytes += UInt64(clear)
                protectedBytes += UInt64(protected)
            }
        }
        guard reader.isAtEnd else { return nil }
        return TrackFragmentInspection.Encryption(
            samples: box.sampleCount,
            ivSize: ivSize,
            subsamples: box.hasSubsamples ? subsamples : nil,
            clearBytes: box.hasSubsamples ? clearBytes : nil,
            protectedBytes: box.hasSubsamples ? protectedBytes : nil
        )
    }
}
