package import ISOBaseMedia

/// Where and when the samples of a track are, in little memory: about 8 bytes a sample where nothing varies but the size.
///
/// Sizes are a column, all else are runs: of one duration, of samples that follow each other in the bytes.
package struct SampleIndex: Sendable {
    /// Samples of one duration.
    ///
    /// 16 bytes, because there is one for almost every sample where a frame rate is no divisor of the timescale.
    struct TimeRun: Sendable {
        let decodeTime: UInt64
        let duration: UInt32
        private let number: UInt32
        var sample: Int { Int(number) }

        init(sample: Int, decodeTime: UInt64, duration: UInt32) {
            self.decodeTime = decodeTime
            self.duration = duration
            number = UInt32(clamping: sample)
        }
    }

    /// Samples that stand one behind the other; a run has at most `runLimit`, so that a look-up adds up few sizes.
    struct PlaceRun: Sendable {
        let sample: Int
        let offset: UInt64
    }

    static let runLimit = 128

    private(set) var sizes: [UInt32] = []
    /// Empty while all are 0.
    private(set) var compositionOffsets: [Int32] = []
    private(set) var times: [TimeRun] = []
    private(set) var places: [PlaceRun] = []
    /// The samples that decoding can begin with, in order; unused while all can.
    private(set) var syncSamples: [Int] = []
    /// Whether decoding can begin with every sample.
    package private(set) var isAllSync = true
    /// The end of the last sample, in ticks of decoding.
    package private(set) var endTime: UInt64 = 0
    private var nextOffset: UInt64 = 0

    /// An index without samples.
    package init() {}

    /// Number of samples.
    package var count: Int { sizes.count }

    /// Adds a sample behind the last one.
    ///
    /// - Parameter sample: its decode time is at or behind the end of the last one; where there is a gap, it stays one.
    package mutating func append(_ sample: MovieSample) {
        let number = sizes.count
        if let last = times.last, last.duration == sample.duration, sample.decodeTime == endTime {
            // The run goes on.
        } else {
            times.append(
                TimeRun(sample: number, decodeTime: sample.decodeTime, duration: sample.duration)
            )
        }
        if number == 0 || sample.offset != nextOffset
            || number - (places.last?.sample ?? 0) >= Self.runLimit
        {
            places.append(PlaceRun(sample: number, offset: sample.offset))
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

    /// Says that decoding can begin with every sample, whatever was said before.
    mutating func markAllSync() {
        isAllSync = true
        syncSamples = []
    }

    /// Says which samples decoding can begin with, whatever was said before.
    ///
    /// - Parameter numbers: of samples, in order.
    mutating func keepSync(_ numbers: [Int]) {
        isAllSync = numbers.count == count
        syncSamples = isAllSync ? [] : numbers
    }

    /// Goes over the samples from one on.
    ///
    /// - Parameter first: from 0 to `count`.
    /// - Returns: what gives them out.
    package func samples(from first: Int = 0) -> Cursor { Cursor(self, first) }

    /// A sample.
    ///
    /// - Parameter number: from 0, below `count`.
    package subscript(number: Int) -> MovieSample {
        var cursor = samples(from: number)
        guard let sample = cursor.next() else { preconditionFailure("sample \(number) of \(count)") }
        return sample
    }

    /// The first sync sample at or behind a sample; nil where there is none.
    package func syncSample(from first: Int) -> Int? {
        guard !isAllSync else { return first < count ? first : nil }
        let index = syncSamples.firstIndex(startingAt: first)
        return index < syncSamples.count ? syncSamples[index] : nil
    }

    /// Whether decoding can begin with a sample.
    package func isSync(_ number: Int) -> Bool { isAllSync || syncSample(from: number) == number }

    /// Goes over samples in order.
    package struct Cursor: Sendable, IteratorProtocol {
        private let index: SampleIndex
        /// The next sample.
        package private(set) var number: Int
        private var time: Int
        private var place: Int
        private var sync: Int
        private var offset: UInt64

        init(_ index: SampleIndex, _ first: Int) {
            self.index = index
            number = first
            time = max(0, index.times.partition { $0.sample <= first } - 1)
            place = max(0, index.places.partition { $0.sample <= first } - 1)
            sync = index.syncSamples.firstIndex(startingAt: first)
            offset = 0
            guard first < index.count else { return }
            offset = index.places[place].offset
            for sample in index.places[place].sample..<first { offset &+= UInt64(index.sizes[sample]) }
        }

        /// The next sample; nil behind the last one.
        package mutating func next() -> MovieSample? {
            guard number < index.count else { return nil }
            if time + 1 < index.times.count, index.times[time + 1].sample == number { time += 1 }
            if place + 1 < index.places.count, index.places[place + 1].sample == number {
                place += 1
                offset = index.places[place].offset
            }
            var isSync = index.isAllSync
            if !isSync, sync < index.syncSamples.count, index.syncSamples[sync] == number {
                isSync = true
                sync += 1
            }
            let run = index.times[time]
            let size = index.sizes[number]
            let sample = MovieSample(
                decodeTime: run.decodeTime &+ UInt64(number - run.sample) &* UInt64(run.duration),
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
    /// The index of the first element that is not below a number; the elements are sorted.
    fileprivate func firstIndex(startingAt number: Int) -> Int {
        partition { $0 < number }
    }
}

extension Array {
    /// How many elements at the start satisfy a condition that none behind them does.
    fileprivate func partition(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
