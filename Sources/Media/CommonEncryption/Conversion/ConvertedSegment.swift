import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import SampleEncryption

/// A clear segment with the parameter sets removed from its samples, converted while it is read.
///
/// Sample sizes in `trun` change, and later bytes move. The media data are not kept in memory.
package final class ConvertedSegment {
    /// A contiguous range of the converted segment.
    private struct Piece {
        /// The offset in the converted segment.
        let start: UInt64
        /// The byte range in the clear segment, or nil for new bytes.
        let clearRange: Range<UInt64>?
        /// The new bytes; empty if `clearRange` is not nil.
        var bytes: [UInt8] = []

        var count: UInt64 { clearRange.map { $0.upperBound - $0.lowerBound } ?? UInt64(bytes.count) }
    }

    /// The length of the converted segment, in bytes.
    package private(set) var length: UInt64 = 0
    /// The changes of size from the clear segment, at offsets of the clear segment.
    private(set) var sizeChanges: [OffsetMap.SizeChange] = []
    private let source: SegmentSource
    private var pieces: [Piece] = []
    /// The end of each `moof` in the clear segment, by its end in the converted segment.
    private var fragmentEnds: [UInt64: UInt64] = [:]
    /// The end in the clear segment of the part that was converted so far.
    private var clearEnd: UInt64 = 0
    private let parameterSetFinders: [[InBandParameterSetFinder?]]
    private let parameterSets: [[Set<[UInt8]>]]
    /// The ranges to remove from the `mdat` of the last fragment.
    private var cuts: [Range<UInt64>] = []

    /// - Parameters:
    ///   - movie: the clear initialization section, with all parameter sets that samples may have.
    ///   - length: the length of the clear segment, in bytes.
    ///   - offset: the offset of the segment in its file.
    ///   - end: the end, in the segment, of a byte range that begins with the segment (an I-frame), or nil
    ///     for the whole segment. Nothing after the fragment that holds the end is read.
    ///   - read: fills a range of the buffer with the bytes at an offset of the clear segment.
    /// - Throws: `SampleEncryptionError` if the segment cannot be converted; and any error of `read`.
    package convenience init(
        _ movie: MovieFormat,
        length: UInt64,
        at offset: UInt64,
        cutAt end: UInt64? = nil,
        read: @escaping (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) throws {
        let source = SegmentSource(length: length, read: read)
        try self.init(movie, source, segmentOffset: offset, cutAt: end)
    }

    init(
        _ movie: MovieFormat,
        _ source: SegmentSource,
        segmentOffset: UInt64,
        cutAt end: UInt64? = nil
    ) throws {
        self.source = source
        parameterSetFinders = movie.tracks.map { $0.entries.map { InBandParameterSetFinder($0) } }
        parameterSets = movie.tracks.map { $0.entries.map { Set($0.configuration?.parameterSets ?? []) } }
        var iterator = SegmentBoxIterator(source, segmentOffset: segmentOffset, movie)
        while end.map({ clearEnd < $0 }) ?? true, let step = try iterator.next() {
            switch step {
            case .fragment(let box, let layout, _):
                try add(box, layout)
            case .data(let box):
                try add(data: box)
            case .box(let box):
                add(box.range)
            }
        }
        guard let end else { return }
        length = min(length, OffsetMap(sizeChanges: sizeChanges).outputOffset(of: end) ?? length)
    }

    // MARK: Reading

    /// Fills a range of a buffer with the bytes at an offset of the converted segment, which have to be
    /// within it.
    package func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: UInt64) throws {
        var (position, bufferPosition) = (offset, range.lowerBound)
        var index = piece(at: offset)
        while bufferPosition < range.upperBound, index < pieces.count {
            let piece = pieces[index]
            let skipped = position - piece.start
            let count = Int(min(piece.count - skipped, UInt64(range.upperBound - bufferPosition)))
            if let clearRange = piece.clearRange {
                try source.read(
                    into: &buffer,
                    bufferPosition..<bufferPosition + count,
                    at: clearRange.lowerBound + skipped
                )
            } else {
                let first = Int(skipped)
                buffer.replaceSubrange(
                    bufferPosition..<bufferPosition + count,
                    with: piece.bytes[first..<first + count]
                )
            }
            position += UInt64(count)
            bufferPosition += count
            index += 1
        }
    }

    /// Returns the converted segment as a source for parsers.
    func makeSource(window: consuming [UInt8]) -> SegmentSource {
        SegmentSource(length: length, window: window) { buffer, range, offset in
            try self.read(into: &buffer, range, at: offset)
        }
    }

    /// Returns the offset in the clear segment of a byte that was copied from it.
    func clearOffset(of offset: UInt64) -> UInt64 {
        let index = piece(at: offset)
        guard index < pieces.count, let clearRange = pieces[index].clearRange else { return offset }
        return clearRange.lowerBound + (offset - pieces[index].start)
    }

    /// Returns the map from the clear segment to the output if the converted segment is changed further.
    ///
    /// - Parameter furtherSizeChanges: changes at the ends of `moof` boxes, at offsets of the converted
    ///   segment.
    /// - Returns: the map from the clear segment to the output.
    func map(with furtherSizeChanges: [OffsetMap.SizeChange]) -> OffsetMap {
        let movedSizeChanges = furtherSizeChanges.map { sizeChange in
            OffsetMap.SizeChange(
                clearOffset: fragmentEnds[sizeChange.clearOffset] ?? clearOffset(of: sizeChange.clearOffset),
                insertedCount: sizeChange.insertedCount,
                removedCount: sizeChange.removedCount
            )
        }
        // A change at the end of a `moof` sorts before a removal from the data after it.
        let all = (movedSizeChanges + sizeChanges).enumerated().sorted {
            ($0.element.clearOffset, $0.offset) < ($1.element.clearOffset, $1.offset)
        }
        return OffsetMap(sizeChanges: all.map(\.element))
    }

    /// Returns the index of the piece that holds an offset.
    private func piece(at offset: UInt64) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    // MARK: Converting

    private func add(_ range: Range<UInt64>) {
        clearEnd = max(clearEnd, range.upperBound)
        guard !range.isEmpty else { return }
        pieces.append(Piece(start: length, clearRange: range))
        length += range.upperBound - range.lowerBound
    }

    private func add(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(Piece(start: length, clearRange: nil, bytes: bytes))
        length += UInt64(bytes.count)
    }

    private func add(_ box: TopLevelBox, _ layout: FragmentLayout) throws {
        try layout.requireClear()
        var sizes = layout.samples.map { UInt32(clamping: $0.range.count) }
        cuts = []
        for fragment in layout.trackFragments {
            let count = cuts.count
            try findCuts(fragment, of: layout, &sizes)
            guard cuts.count > count,
                let subsampleBox = layout.node.children[fragment.childIndex].first("subs")
            else {
                continue
            }
            throw InBandParameterSetFinder.unsupportedError(
                at: subsampleBox.offset,
                "parameter sets in samples that box 'subs' divides into subsamples"
            )
        }
        cuts.sort { $0.lowerBound < $1.lowerBound }
        var edit = MovieFragmentEdit(layout)
        edit.remove(cuts, leaving: sizes)
        let bytes = try edit.finish()
        sizeChanges += OffsetMap.SizeChange.changes(of: box.range, to: bytes.count)
        add(bytes)
        clearEnd = max(clearEnd, box.range.upperBound)
        fragmentEnds[length] = box.range.upperBound
    }

    /// Finds the parameter sets in the samples of a track fragment, and throws if one is not in the
    /// initialization section.
    private func findCuts(
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        _ sizes: inout [UInt32]
    ) throws {
        let entry = Int(fragment.sampleDescriptionIndex) - 1
        guard let finder = parameterSetFinders[fragment.trackIndex][entry] else { return }
        let known = parameterSets[fragment.trackIndex][entry]
        for index in fragment.samples {
            let start = layout.samples[index].range.lowerBound
            var sample = SegmentSample(in: source, layout.samples[index].range)
            do {
                try finder.forEach(in: &sample) { range, unit in
                    let cut = start + UInt64(range.lowerBound)..<start + UInt64(range.upperBound)
                    guard known.contains(Array(unit)) else {
                        let identity = try finder.identity(of: unit, at: cut.lowerBound)
                        throw InBandParameterSetFinder.unsupportedError(
                            at: cut.lowerBound,
                            "\(identity.description), which is not that of the initialization section"
                        )
                    }
                    cuts.append(cut)
                    sizes[index] -= UInt32(clamping: range.count)
                }
            } catch let error as SampleEncryptionError {
                throw error.adding(sampleName: layout.name(ofSampleAt: index))
            }
        }
    }

    private func add(data box: TopLevelBox) throws {
        defer { cuts = [] }
        guard !cuts.isEmpty else { return add(box.range) }
        var header = Array(try source.bytes(box.range.lowerBound..<box.body.lowerBound))
        let size = box.range.upperBound - box.range.lowerBound - cuts.reduce(0) { $0 + UInt64($1.count) }
        if !box.runsToTheEnd {
            // The size is in the first 4 bytes, or in the 8 bytes after the type.
            let isLarge = box.header.size >= 16
            let bytes = isLarge ? [UInt8](bigEndian: size) : [UInt8](bigEndian: UInt32(clamping: size))
            let sizePosition = isLarge ? 8 : 0
            header.replaceSubrange(sizePosition..<sizePosition + bytes.count, with: bytes)
        }
        add(header)
        var position = box.body.lowerBound
        for cut in cuts {
            add(position..<cut.lowerBound)
            sizeChanges.append(
                OffsetMap.SizeChange(
                    clearOffset: cut.upperBound,
                    insertedCount: 0,
                    removedCount: UInt64(cut.count)
                )
            )
            position = cut.upperBound
        }
        add(position..<box.body.upperBound)
        clearEnd = max(clearEnd, box.range.upperBound)
    }
}
