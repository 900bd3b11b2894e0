package import Bitstreams

/// An iterator over the samples of a `SampleTable`, in decoding order.
package struct TableSampleIterator: Sendable {
    private let table: SampleTable
    private let fileSize: UInt64
    /// The index of the next sample, from 0.
    private var sample = 0
    private var decodeTime: UInt64 = 0
    private var times = RunCursor()
    private var compositionOffsets = RunCursor()
    /// The rows of the next sync sample and the next partial sync sample.
    private var sync = 0
    private var partialSync = 0
    private var randomAccess: SampleToGroupBox.Membership
    /// The row of `stsc` for the current chunk.
    private var run = 0
    /// The current chunk from 0, the number of samples left in it, and the offset of the next one in bytes.
    private var chunk = -1
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
        guard sample < Int(table.sampleCount) else { return nil }
        openChunk()
        let size = table.sizes.size(sample)
        let (end, isTooFar) = offset.addingReportingOverflow(UInt64(size))
        guard !isTooFar, end <= fileSize else {
            throw .truncated(
                offset: offset,
                needed: UInt64(size),
                available: fileSize < offset ? 0 : fileSize - offset
            )
        }
        let duration = table.times.table.word(times.row(in: table.times.table), 1)
        let compositionOffset = table.compositionOffsets.map {
            $0.offset(compositionOffsets.row(in: $0.table))
        }
        let found = MovieSample(
            decodeTime: decodeTime,
            duration: duration,
            compositionOffset: compositionOffset ?? 0,
            offset: offset,
            size: size,
            isSync: isSync(),
            descriptionIndex: table.chunks.descriptionIndex(run)
        )
        // Cannot overflow: `TimeToSampleBox` limits the sum of all durations to 63 bits.
        decodeTime += UInt64(duration)
        offset = end
        samplesLeft -= 1
        sample += 1
        return found
    }

    /// Moves to the next chunk once all samples of the current one were returned.
    ///
    /// The tables have chunks for all samples; `SampleTable` has checked that.
    private mutating func openChunk() {
        guard samplesLeft == 0 else { return }
        chunk += 1
        if run + 1 < table.chunks.count, Int(table.chunks.firstChunk(run + 1)) == chunk + 1 { run += 1 }
        samplesLeft = table.chunks.samplesPerChunk(run)
        offset = table.chunkOffsets.offset(chunk)
    }

    private mutating func isSync() -> Bool {
        guard let numbers = table.syncSamples else { return true }
        let isRandomAccess = randomAccess.next()
        let isPartial = table.partialSyncSamples.map { lists($0, &partialSync) } ?? false
        return lists(numbers, &sync) || isPartial || isRandomAccess
    }

    private func lists(_ numbers: SyncSampleBox, _ next: inout Int) -> Bool {
        guard next < numbers.count, Int(numbers.number(next)) == sample + 1 else { return false }
        next += 1
        return true
    }
}

/// A position in a run-length table whose first column is the number of samples.
private struct RunCursor: Sendable {
    private var row = -1
    private var left: UInt32 = 0

    /// Returns the row of the next sample, which has to exist.
    mutating func row(in table: EntryTable) -> Int {
        while left == 0, row + 1 < table.count {
            row += 1
            left = table.word(row, 0)
        }
        left -= 1
        return row
    }
}
