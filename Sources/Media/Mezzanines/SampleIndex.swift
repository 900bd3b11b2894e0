package import ISOBaseMedia

/// The locations and times of the samples of a track, in at most about 8 bytes per sample if only sizes vary.
///
/// Sizes are stored for each sample, durations and offsets for runs of samples.
package struct SampleIndex: Sendable {
    /// Adjacent samples of the same duration.
    ///
    /// It has 16 bytes, because there is one for almost every sample if the timescale is no multiple of the
    /// frame rate.
    struct TimeRun: Sendable {
        let decodeTime: UInt64
        let duration: UInt32
        private let number: UInt32
        var firstSample: Int { Int(number) }

        init(firstSample: Int, decodeTime: UInt64, duration: UInt32) {
            self.decodeTime = decodeTime
            self.duration = duration
            number = UInt32(clamping: firstSample)
        }
    }

    /// Samples that are adjacent in the bytes, at most `runLimit`, so that a lookup adds up few sizes.
    struct OffsetRun: Sendable {
        let firstSample: Int
        let offset: UInt64
    }

    static let runLimit = 128

    private(set) var sizes: [UInt32] = []
    /// The composition offsets of all samples, or empty while all are 0.
    private(set) var compositionOffsets: [Int32] = []
    private(set) var timeRuns: [TimeRun] = []
    private(set) var offsetRuns: [OffsetRun] = []
    /// The numbers of the sync samples in order; empty while `isAllSync`.
    private(set) var syncSamples: [Int] = []
    /// Indicates whether all samples are sync samples.
    package private(set) var isAllSync = true
    /// The end of the last sample, in ticks of decode time.
    package private(set) var endTime: UInt64 = 0
    private var nextOffset: UInt64 = 0

    /// Creates an index without samples.
    package init() {}

    /// The number of samples.
    package var count: Int { sizes.count }

    /// Adds a sample after the last one.
    ///
    /// - Parameter sample: a sample whose decode time is not before the end of the last one; a gap between
    ///   them is kept.
    package mutating func append(_ sample: MovieSample) {
        let number = sizes.count
        if let last = timeRuns.last, last.duration == sample.duration, sample.decodeTime == endTime {
            // The run continues.
        } else {
            timeRuns.append(
                TimeRun(firstSample: number, decodeTime: sample.decodeTime, duration: sample.duration)
            )
        }
        if number == 0 || sample.offset != nextOffset
            || number - (offsetRuns.last?.firstSample ?? 0) >= Self.runLimit
        {
            offsetRuns.append(OffsetRun(firstSample: number, offset: sample.offset))
        }
        if sample.compositionOffset != 0, compositionOffsets.isEmpty {
            compositionOffsets = [Int32](repeating: 0, count: number)
            compositionOffsets.append(sample.compositionOffset)
        } else if !compositionOffsets.isEmpty {
            compositionOffsets.append(sample.compositionOffset)
        }
        if !sample.isSync, isAllSync {
            isAllSync = false
            syncSamples = Array(0..<number)
        } else if sample.isSync, !isAllSync {
            syncSamples.append(number)
        }
        sizes.append(sample.size)
        nextOffset = sample.offset &+ UInt64(sample.size)
        endTime = sample.decodeTime &+ UInt64(sample.duration)
    }

    /// Marks all samples as sync samples.
    mutating func markAllSync() {
        isAllSync = true
        syncSamples = []
    }

    /// Replaces the sync samples.
    ///
    /// - Parameter numbers: the numbers of the sync samples, in order.
    mutating func setSyncSamples(_ numbers: [Int]) {
        isAllSync = numbers.count == count
        syncSamples = isAllSync ? [] : numbers
    }

    /// Returns an iterator over the samples.
    ///
    /// - Parameter first: the number of the first sample, from 0 to `count`.
    /// - Returns: the iterator.
    package func samples(from first: Int = 0) -> Cursor { Cursor(self, first) }

    /// Returns a sample.
    ///
    /// - Parameter number: the number of the sample, from 0, below `count`.
    package subscript(number: Int) -> MovieSample {
        var cursor = samples(from: number)
        guard let sample = cursor.next() else { preconditionFailure("sample \(number) of \(count)") }
        return sample
    }

    /// Returns the number of the first sync sample at or after a sample, or nil if there is none.
    package func syncSample(from first: Int) -> Int? {
        guard !isAllSync else { return first < count ? first : nil }
        let index = syncSamples.firstIndex(startingAt: first)
        return index < syncSamples.count ? syncSamples[index] : nil
    }

    /// Indicates whether a sample is a sync sample.
    package func isSync(_ number: Int) -> Bool { isAllSync || syncSample(from: number) == number }

    /// An iterator over samples in decoding order.
    package struct Cursor: Sendable, IteratorProtocol {
        private let index: SampleIndex
        /// The number of the next sample.
        package private(set) var number: Int
        private var timeRunIndex: Int
        private var offsetRunIndex: Int
        private var syncIndex: Int
        private var offset: UInt64

        init(_ index: SampleIndex, _ first: Int) {
            self.index = index
            number = first
            timeRunIndex = max(0, index.timeRuns.partition { $0.firstSample <= first } - 1)
            offsetRunIndex = max(0, index.offsetRuns.partition { $0.firstSample <= first } - 1)
            syncIndex = index.syncSamples.firstIndex(startingAt: first)
            offset = 0
            guard first < index.count else { return }
            offset = index.offsetRuns[offsetRunIndex].offset
            for sample in index.offsetRuns[offsetRunIndex].firstSample..<first {
                offset &+= UInt64(index.sizes[sample])
            }
        }

        /// Returns the next sample, or nil after the last one.
        package mutating func next() -> MovieSample? {
            guard number < index.count else { return nil }
            if timeRunIndex + 1 < index.timeRuns.count, index.timeRuns[timeRunIndex + 1].firstSample == number
            {
                timeRunIndex += 1
            }
            if offsetRunIndex + 1 < index.offsetRuns.count,
                index.offsetRuns[offsetRunIndex + 1].firstSample == number
            {
                offsetRunIndex += 1
                offset = index.offsetRuns[offsetRunIndex].offset
            }
            var isSync = index.isAllSync
            if !isSync, syncIndex < index.syncSamples.count, index.syncSamples[syncIndex] == number {
                isSync = true
                syncIndex += 1
            }
            let run = index.timeRuns[timeRunIndex]
            let size = index.sizes[number]
            let sample = MovieSample(
                decodeTime: run.decodeTime &+ UInt64(number - run.firstSample) &* UInt64(run.duration),
                duration: run.duration,
                compositionOffset: index.compositionOffsets.isEmpty ? 0 : index.compositionOffsets[number],
                offset: offset,
                size: size,
                isSync: isSync,
                descriptionIndex: 1
            )
            offset &+= UInt64(size)
            number += 1
            return sample
        }
    }
}

extension [Int] {
    /// Returns the index of the first element that is not below a number; the elements have to be sorted.
    fileprivate func firstIndex(startingAt number: Int) -> Int {
        partition { $0 < number }
    }
}

extension Array {
    /// Returns the number of elements at the start that satisfy a condition; no element after them may
    /// satisfy it.
    fileprivate func partition(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
