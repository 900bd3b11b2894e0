package import Bitstreams

/// An iterator over the samples of a `SampleTable`, in decoding order.
package struct TableSampleIterator: Sendable {
    private let table: SampleTable
    private let fileSize: UInt64
    /// The index of the next sample, from 0.
    private var sampleIndex = 0
    private var decodeTime: UInt64 = 0
    private var times = RunCursor()
    private var compositionOffsets = RunCursor()
    /// The rows of the next sync sample and the next partial sync sample.
    private var syncRow = 0
    private var partialSyncRow = 0
    private var randomAccess: SampleToGroupBox.Membership
    /// The row of `stsc` for the current chunk.
    private var chunkRow = 0
    /// The current chunk from 0, the number of samples left in it, and the offset of the next one in bytes.
    private var chunkIndex = -1
    private var samplesLeft: UInt32 = 0
    private var offset: UInt64 = 0

    /// - Parameters:
    ///   - table: the sample tables.
    ///   - fileSize: the size of the file in bytes; a sample beyond its end is an error.
    package init(_ table: SampleTable, fileSize: UInt64) {
        self.table = table
        self.fileSize = fileSize
        randomAccess = SampleToGroupBox.Membership(table.randomAccess)
    }

    /// Returns the next sample, or nil after the last one.
    ///
    /// - Throws: `ParseError` if the sample is not within the file.
    package mutating func next() throws(ParseError) -> MovieSample? {
        guard sampleIndex < Int(table.sampleCount) else { return nil }
        openChunk()
        let size = table.sizes.size(sampleIndex)
        let (end, isTooFar) = offset.addingReportingOverflow(UInt64(size))
        guard !isTooFar, end <= fileSize else {
            throw .truncated(
                offset: offset,
                needed: UInt64(size),
                available: fileSize < offset ? 0 : fileSize - offset
            )
        }
        let duration = table.times.table.word(times.nextRow(in: table.times.table), 1)
        let compositionOffset = table.compositionOffsets.map {
            $0.offset(compositionOffsets.nextRow(in: $0.table))
        }
        let found = MovieSample(
            decodeTime: decodeTime,
            duration: duration,
            compositionOffset: compositionOffset ?? 0,
            offset: offset,
            size: size,
            isSync: nextIsSync(),
            descriptionIndex: table.chunks.descriptionIndex(chunkRow)
        )
        // Cannot overflow: `TimeToSampleBox` limits the sum of all durations to 63 bits.
        decodeTime += UInt64(duration)
        offset = end
        samplesLeft -= 1
        sampleIndex += 1
        return found
    }

    /// Moves to the next chunk once all samples of the current one were returned.
    ///
    /// The tables have chunks for all samples; `SampleTable` has checked that.
    private mutating func openChunk() {
        guard samplesLeft == 0 else { return }
        chunkIndex += 1
        if chunkRow + 1 < table.chunks.count, Int(table.chunks.firstChunk(chunkRow + 1)) == chunkIndex + 1 {
            chunkRow += 1
        }
        samplesLeft = table.chunks.samplesPerChunk(chunkRow)
        offset = table.chunkOffsets.offset(chunkIndex)
    }

    private mutating func nextIsSync() -> Bool {
        guard let numbers = table.syncSamples else { return true }
        let isRandomAccess = randomAccess.next()
        let isPartial = table.partialSyncSamples.map { lists($0, &partialSyncRow) } ?? false
        return lists(numbers, &syncRow) || isPartial || isRandomAccess
    }

    private func lists(_ numbers: SyncSampleBox, _ next: inout Int) -> Bool {
        guard next < numbers.count, Int(numbers.number(next)) == sampleIndex + 1 else { return false }
        next += 1
        return true
    }
}

/// A position in a run-length table whose first column is the number of samples.
private struct RunCursor: Sendable {
    private var row = -1
    private var samplesLeft: UInt32 = 0

    /// Returns the row of the next sample, which has to exist.
    mutating func nextRow(in table: EntryTable) -> Int {
        while samplesLeft == 0, row + 1 < table.count {
            row += 1
            samplesLeft = table.word(row, 0)
        }
        samplesLeft -= 1
        return row
    }
}
