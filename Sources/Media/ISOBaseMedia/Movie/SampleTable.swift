package import Bitstreams

/// `stbl`: the samples of a track listed in `moov` (ISO/IEC 14496-12, 8.5.1).
///
/// The tables stay in their coded form; entries are decoded when they are needed.
package struct SampleTable: Hashable, Sendable {
    /// `stts`: the sample durations.
    package let times: TimeToSampleBox
    /// `ctts`: the composition offsets, or nil if samples are presented in decoding order.
    let compositionOffsets: CompositionOffsetBox?
    /// `stsc`: the numbers of samples in chunks.
    let chunks: SampleToChunkBox
    /// `stsz` or `stz2`: the sample sizes.
    let sizes: SampleSizeBox
    /// `stco` or `co64`: the file offsets of the chunks.
    let chunkOffsets: ChunkOffsetBox
    /// `stss`: the sync samples, or nil if decoding can begin with every sample.
    let syncSamples: SyncSampleBox?
    /// `stps`: further samples that begin open GOPs, or nil if absent.
    let partialSyncSamples: SyncSampleBox?
    /// The first `sbgp` that marks samples at the start of open GOPs, or nil if absent.
    let randomAccess: SampleToGroupBox?

    /// The number of samples.
    package var sampleCount: UInt32 { sizes.sampleCount }

    /// Reads the tables and throws unless they agree on the number of samples.
    ///
    /// - Parameters:
    ///   - node: the `stbl` box.
    ///   - descriptionCount: the number of sample entries in `stsd`.
    /// - Throws: `ParseError` if a table is missing or malformed, has another number of samples than the
    ///   others, or refers to a sample or sample entry that does not exist.
    package init(_ node: BoxNode, descriptionCount: Int) throws(ParseError) {
        times = try TimeToSampleBox(try node.only("stts").box)
        compositionOffsets = try Self.read(try node.atMostOne("ctts")) { box throws(ParseError) in
            try CompositionOffsetBox(box)
        }
        chunks = try SampleToChunkBox(try node.only("stsc").box)
        sizes = try SampleSizeBox(try Self.one(of: "stsz", "stz2", in: node))
        chunkOffsets = try ChunkOffsetBox(try Self.one(of: "stco", "co64", in: node))
        syncSamples = try Self.read(try node.atMostOne("stss")) { box throws(ParseError) in
            try SyncSampleBox(box)
        }
        partialSyncSamples = try Self.read(try node.atMostOne("stps")) { box throws(ParseError) in
            try SyncSampleBox(box)
        }
        randomAccess = try node.randomAccessGroup
        let count = UInt64(sizes.sampleCount)
        try Self.expect(count, "stts", times.sampleCount, in: node)
        if let compositionOffsets {
            try Self.expect(count, "ctts", compositionOffsets.sampleCount, in: node)
        }
        try Self.expect(count, "stsc", chunks.sampleCount(chunks: chunkOffsets.count), in: node)
        for row in 0..<chunks.count where chunks.descriptionIndex(row) > descriptionCount {
            throw .invalid(
                offset: node.offset,
                field: "sample_description_index of 'stsc'",
                found: "\(chunks.descriptionIndex(row))",
                expected: "at most \(descriptionCount)"
            )
        }
        for box in [syncSamples, partialSyncSamples].compactMap(\.self) where box.count > 0 {
            let last = box.number(box.count - 1)
            guard last <= sizes.sampleCount else {
                throw .invalid(
                    offset: node.offset,
                    field: "sample_number of '\(box.type)'",
                    found: "\(last)",
                    expected: "at most \(count)"
                )
            }
        }
    }

    private static func read<Value>(
        _ node: BoxNode?,
        _ body: (Box) throws(ParseError) -> Value
    ) throws(ParseError) -> Value? {
        guard let node else { return nil }
        return try body(node.box)
    }

    private static func one(
        of type: FourCharacterCode,
        _ otherType: FourCharacterCode,
        in node: BoxNode
    ) throws(ParseError) -> Box {
        guard let second = try node.atMostOne(otherType) else { return try node.only(type).box }
        guard node.first(type) == nil else { throw second.box.repeatedBoxError }
        return second.box
    }

    private static func expect(
        _ count: UInt64,
        _ table: FourCharacterCode,
        _ found: UInt64?,
        in node: BoxNode
    ) throws(ParseError) {
        guard found == count else {
            throw .invalid(
                offset: node.first(table)?.offset ?? node.offset,
                field: "number of samples in '\(table)'",
                found: found.map { "\($0)" } ?? "that does not fit the chunks",
                expected: "\(count), the number of sample sizes"
            )
        }
    }
}

extension BoxNode {
    fileprivate var randomAccessGroup: SampleToGroupBox? {
        get throws(ParseError) {
            for box in children where box.type == "sbgp" {
                guard try SampleToGroupBox.groupingType(of: box.box) == SampleToGroupBox.randomAccessType
                else { continue }
                return try SampleToGroupBox(box.box)
            }
            return nil
        }
    }
}
