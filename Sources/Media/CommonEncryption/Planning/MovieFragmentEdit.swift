import ISOBaseMedia
import SampleEncryption

/// Changes a `moof`, and moves the data offsets of its runs by as much as it grows.
struct MovieFragmentEdit {
    /// What is added to a track fragment.
    struct Protection {
        /// Information of the samples, one after the other, and the sizes of each; nil where there is none.
        var information: (bytes: [UInt8], sizes: [UInt8], hasSubsamples: Bool)?
        /// The group that all samples are put into.
        var group: TrackEncryption?
    }

    private var layout: FragmentLayout
    /// Bytes that are taken out of samples, in ascending order.
    private var cuts: [Range<UInt64>] = []
    private var node: BoxNode

    /// - Parameter layout: the fragment as it is.
    init(_ layout: FragmentLayout) {
        self.layout = layout
        node = layout.node
        for fragment in layout.trackFragments { makeRelative(fragment) }
    }

    /// Makes data offsets count from the `moof`; their values are set last.
    private mutating func makeRelative(_ fragment: FragmentLayout.TrackFragment) {
        var header = fragment.header
        if header.baseDataOffset != nil || !header.defaultBaseIsMovieFragment {
            header.baseDataOffset = nil
            header.defaultBaseIsMovieFragment = true
            set(header, of: fragment)
        }
        guard var run = fragment.runs.first, run.box.dataOffset == nil else { return }
        run.box.dataOffset = 0
        node.children[fragment.index].children[run.index].fields = run.box.body[...]
    }

    private mutating func set(
        _ header: TrackFragmentHeaderBox,
        of fragment: FragmentLayout.TrackFragment
    ) {
        node.children[fragment.index].updateAll("tfhd") { $0.fields = header.body[...] }
    }

    /// Names another sample entry.
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

    /// Takes bytes out of samples: the runs get other sizes, and what is behind moves.
    ///
    /// - Parameters:
    ///   - cuts: the bytes in the segment, in ascending order; none reaches over the border of a sample.
    ///   - sizes: the sizes of all samples without them.
    mutating func remove(_ cuts: [Range<UInt64>], leaving sizes: [UInt32]) {
        self.cuts = cuts
        for number in layout.trackFragments.indices {
            let fragment = layout.trackFragments[number]
            var first = fragment.samples.lowerBound
            for index in fragment.runs.indices {
                let run = fragment.runs[index]
                let samples = first..<min(fragment.samples.upperBound, first + Int(run.box.sampleCount))
                first = samples.upperBound
                guard zip(layout.samples[samples], sizes[samples]).contains(where: { $0.range.count != $1 })
                else { continue }
                let box = run.box.replacingSizes(with: Array(sizes[samples]))
                layout.trackFragments[number].runs[index].box = box
                node.children[fragment.index].children[run.index].fields = box.body[...]
            }
        }
    }

    /// Bytes that are taken out in front of a place.
    private func removed(before place: Int64) -> Int64 {
        cuts.prefix { Int64(clamping: $0.upperBound) <= place }.reduce(0) { $0 + Int64($1.count) }
    }

    /// Adds what tells how samples are encrypted.
    mutating func add(_ protection: Protection, to fragment: FragmentLayout.TrackFragment) {
        var added: [BoxNode] = []
        let count = UInt32(clamping: fragment.samples.count)
        if let group = protection.group {
            added.append(BoxNode("sbgp", fields: SampleEncryptionGroup.assignmentBody(sampleCount: count)))
            added.append(BoxNode("sgpd", fields: SampleEncryptionGroup.descriptionBody(group)))
        }
        if let (bytes, sizes, hasSubsamples) = protection.information {
            // Whole samples with a constant vector have nothing to say; but there are decrypters that take samples for clear
            // of which no `senc` speaks (Bento4).
            if !bytes.isEmpty {
                added.append(BoxNode("saiz", fields: SampleAuxiliaryInformationSizesBox(sizes).body))
                added.append(BoxNode("saio", fields: SampleAuxiliaryInformationOffsetsBox.body(offset: 0)))
            }
            let fields = SampleEncryptionBox.fields(sampleCount: count, hasSubsamples: hasSubsamples)
            added.append(BoxNode("senc", fields: fields + bytes))
        }
        node.children[fragment.index].children += added
    }

    /// The changed `moof`.
    ///
    /// - Throws: `.unsupported` where it is larger than is taken, or a data offset has no room.
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
            let start = run.start - removed(before: run.start)
            let relative = start.subtractingReportingOverflow(Int64(clamping: layout.range.lowerBound))
            let moved = relative.partialValue.addingReportingOverflow(growth)
            guard !relative.overflow, !moved.overflow, let offset = Int32(exactly: moved.partialValue) else {
                throw .unsupported(
                    offset: node.children[fragment.index].offset,
                    what: "samples that are 2 GiB or more behind their 'moof'",
                    remedy: "Package the media again with shorter fragments"
                )
            }
            guard offset != run.box.dataOffset else { continue }
            var box = run.box
            box.dataOffset = offset
            node.children[fragment.index].children[run.index].fields = box.body[...]
        }
    }

    /// Lets every `saio` point at the first sample in its `senc`, counted from the `moof`.
    private mutating func setInformationOffsets() {
        var start = UInt64(node.headerSize + node.fields.count)
        for index in node.children.indices {
            let box = node.children[index]
            // Fragments that were clear have no other `senc`.
            if box.type == "traf", box.children.last?.type == "senc" {
                let before = UInt64(box.headerSize + box.fields.count)
                let offset =
                    start + box.children.dropLast().reduce(before) { $0 + $1.size }
                    + UInt64(8 + SampleEncryptionBox.fieldsSize)
                node.children[index].updateAll("saio") {
                    // Below the size limit.
                    let body = SampleAuxiliaryInformationOffsetsBox.body(offset: UInt32(clamping: offset))
                    $0.fields = body[...]
                }
            }
            start += box.size
        }
    }
}
