import ISOBaseMedia
import Mezzanines
import Testing

struct SampleIndexTimesTests {
    @Test(arguments: [1, 25])
    func tellsTheTimesThatWereAdded(_ interval: Int) {
        var index = SampleIndex()
        var samples: [MovieSample] = []
        for number in 0..<500 {
            let sample = MovieSample(
                // A gap before every hundredth sample.
                decodeTime: index.endTime + (number % 100 == 99 ? 7000 : 0),
                duration: number % 7 == 0 ? 1001 : 1000,
                compositionOffset: number > 300 ? Int32(number % 3) - 1 : 0,
                offset: 0,
                size: 10,
                isSync: number % interval == 0,
                descriptionIndex: 1
            )
            samples.append(sample)
            index.append(sample)
        }
        for (number, sample) in samples.enumerated() {
            let timing = index.timing(of: number)
            #expect(timing.decodeTime == Int64(sample.decodeTime))
            #expect(timing.duration == sample.duration)
            #expect(timing.compositionOffset == sample.compositionOffset)
        }
        let syncs = samples.indices.filter { samples[$0].isSync }
        #expect((0..<index.syncSampleCount).map { index.syncSample(at: $0) } == syncs)
        // Together, the runs contain all samples in order.
        let runs = (0..<index.timingRunCount).map { index.timingRun($0) }
        #expect(runs.flatMap { Array($0.samples) } == Array(samples.indices))
        for run in runs {
            #expect(samples[run.samples].allSatisfy { $0.duration == run.duration })
            #expect(samples[run.samples.lowerBound].decodeTime == run.decodeTime)
        }
    }

    /// Decode times are limited, so that sums with them cannot overflow.
    @Test
    func limitsDecodeTimes() {
        var index = SampleIndex()
        index.append(
            MovieSample(
                decodeTime: .max,
                duration: 0,
                compositionOffset: 0,
                offset: 0,
                size: 1,
                isSync: true,
                descriptionIndex: 1
            )
        )
        #expect(index.timing(of: 0).decodeTime == 1 << 62)
    }
}
