import ISOBaseMedia
import SampleEncryption

/// Edits a `moof` and adjusts the data offsets of its runs to the change of size.
struct MovieFragmentEdit {
    /// The boxes to add to a track fragment.
    struct Protection {
        /// The `senc` entries of all samples, the size of each entry, and whether they list subsamples; nil
        /// for no `senc`.
        var information: (bytes: [UInt8], sizes: [UInt8], hasSubsamples: Bool)?
        /// The parameters of the `seig` group for all samples, or nil for no group.
        var group: TrackEncryption?
    }

    private var layout: FragmentLayout
    /// The ranges of the segment that are removed from samples, in ascending order.
    private var cuts: [Range<UInt64>] = []
    private var node: BoxNode

    /// - Parameter layout: the fragment before the edit.
    init(_ layout: FragmentLayout) {
        self.layout = layout
        node = layout.node
        for fragment in layout.trackFragments { makeRelative(fragment) }
    }

    /// Makes data offsets count from the `moof`; `finish` sets their values.
    private mutating func makeRelative(_ fragment: FragmentLayout.TrackFragment) {
        var header = fragment.header
        if header.baseDataOffset != nil || !header.defaultBaseIsMovieFragment {
            header.baseDataOffset = nil
            header.defaultBaseIsMovieFragment = true
            set(header, of: fragment)
        }
        guard var run = fragment.runs.first, run.box.dataOffset == nil else { return }
        run.box.dataOffset = 0
        node.children[fragment.childIndex].children[run.childIndex].fields = run.box.body[...]
    }

    private mutating func set(
        _ header: TrackFragmentHeaderBox,
        of fragment: FragmentLayout.TrackFragment
    ) {
        node.children[fragment.childIndex].updateAll("tfhd") { $0.fields = header.body[...] }
    }

    /// Sets the index, from 1, of the sample entry of a track fragment.
    mutating func setSampleDescription(
        _ index: UInt32,
        of fragment: FragmentLayout.TrackFragment
    ) {
        var header = fragment.header
        header.baseDataOffset = nil
        header.defaultBaseIsMovieFragment = true
        header.sampleDescriptionIndex = index
        set(header, of: fragment)
    }

    /// Removes bytes from samples: sample sizes in runs change, and later bytes move.
    ///
    /// - Parameters:
    ///   - cuts: the byte ranges in the segment, in ascending order, each within one sample.
    ///   - sizes: the new sizes of all samples, in bytes.
    mutating func remove(_ cuts: [Range<UInt64>], leaving sizes: [UInt32]) {
        self.cuts = cuts
        for fragmentIndex in layout.trackFragments.indices {
            let fragment = layout.trackFragments[fragmentIndex]
            var first = fragment.samples.lowerBound
            for runIndex in fragment.runs.indices {
                let run = fragment.runs[runIndex]
                let samples = first..<min(fragment.samples.upperBound, first + Int(run.box.sampleCount))
                first = samples.upperBound
                guard zip(layout.samples[samples], sizes[samples]).contains(where: { $0.range.count != $1 })
                else { continue }
                let box = run.box.replacingSizes(with: Array(sizes[samples]))
                layout.trackFragments[fragmentIndex].runs[runIndex].box = box
                node.children[fragment.childIndex].children[run.childIndex].fields = box.body[...]
            }
        }
    }

    /// Returns the number of bytes removed before an offset of the segment.
    private func removedCount(before offset: Int64) -> Int64 {
        cuts.prefix { Int64(clamping: $0.upperBound) <= offset }.reduce(0) { $0 + Int64($1.count) }
    }

    /// Adds the boxes that describe the encryption of the samples.
    mutating func add(_ protection: Protection, to fragment: FragmentLayout.TrackFragment) {
        var added: [BoxNode] = []
        let count = UInt32(clamping: fragment.samples.count)
        if let group = protection.group {
            added.append(BoxNode("sbgp", fields: SampleEncryptionGroup.assignmentBody(sampleCount: count)))
            added.append(BoxNode("sgpd", fields: SampleEncryptionGroup.descriptionBody(group)))
        }
        if let (bytes, sizes, hasSubsamples) = protection.information {
            // Whole samples with a constant IV need no entries, but some decrypters take samples without
            // `senc` for clear (Bento4).
            if !bytes.isEmpty {
                added.append(BoxNode("saiz", fields: SampleAuxiliaryInformationSizesBox(sizes).body))
                added.append(BoxNode("saio", fields: SampleAuxiliaryInformationOffsetsBox.body(offset: 0)))
            }
            let fields = SampleEncryptionBox.fields(sampleCount: count, hasSubsamples: hasSubsamples)
            added.append(BoxNode("senc", fields: fields + bytes))
        }
        node.children[fragment.childIndex].children += added
    }

    /// Returns the bytes of the edited `moof`.
    ///
    /// - Throws: `.unsupported` if it exceeds the size limit, or a data offset does not fit into 32 bits.
    consuming func finish() throws(SampleEncryptionError) -> [UInt8] {
        let size = node.size
        guard size <= UInt64(FragmentLayout.sizeLimit) else {
            throw .unsupported(
                offset: layout.range.lowerBound,
                what: "a movie fragment whose 'moof' would become larger than"
                    + " \(FragmentLayout.sizeLimit >> 20) MiB",
                remedy: "Package the media again with shorter fragments"
            )
        }
        let growth = Int64(size) - Int64(layout.range.count)
        for fragment in layout.trackFragments {
            try setDataOffsets(of: fragment, growth: growth)
        }
        setInformationOffsets()
        return node.bytes
    }

    private mutating func setDataOffsets(
        of fragment: FragmentLayout.TrackFragment,
        growth: Int64
    ) throws(SampleEncryptionError) {
        for (number, run) in fragment.runs.enumerated() where number == 0 || run.box.dataOffset != nil {
            let start = run.start - removedCount(before: run.start)
            let relative = start.subtractingReportingOverflow(Int64(clamping: layout.range.lowerBound))
            let moved = relative.partialValue.addingReportingOverflow(growth)
            guard !relative.overflow, !moved.overflow, let offset = Int32(exactly: moved.partialValue) else {
                throw .unsupported(
                    offset: node.children[fragment.childIndex].offset,
                    what: "samples that are 2 GiB or more after their 'moof'",
                    remedy: "Package the media again with shorter fragments"
                )
            }
            guard offset != run.box.dataOffset else { continue }
            var box = run.box
            box.dataOffset = offset
            node.children[fragment.childIndex].children[run.childIndex].fields = box.body[...]
        }
    }

    /// Points every `saio` at the first sample's entry in the `senc` of its track fragment, counted from the
    /// `moof`.
    private mutating func setInformationOffsets() {
        var start = UInt64(node.headerSize + node.fields.count)
        for index in node.children.indices {
            let box = node.children[index]
            // A clear fragment has no `senc` of its own, so this one was added by `add`.
            if box.type == "traf", box.children.last?.type == "senc" {
                let childrenOffset = UInt64(box.headerSize + box.fields.count)
                let offset =
                    start + box.children.dropLast().reduce(childrenOffset) { $0 + $1.size }
                    + UInt64(8 + SampleEncryptionBox.fieldsSize)
                node.children[index].updateAll("saio") {
                    // Fits, because `finish` limits the size of the `moof`.
                    let body = SampleAuxiliaryInformationOffsetsBox.body(offset: UInt32(clamping: offset))
                    $0.fields = body[...]
                }
            }
            start += box.size
        }
    }
}
