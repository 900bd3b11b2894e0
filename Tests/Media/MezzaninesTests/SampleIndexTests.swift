import ISOBaseMedia
import Mezzanines
import Testing

struct SampleIndexTests {
    @Test
    func givesBackWhatWasAdded() {
        var index = SampleIndex()
        var samples: [MovieSample] = []
        var (time, offset): (UInt64, UInt64) = (0, 40)
        for number in 0..<1000 {
            let sample = MovieSample(
                decodeTime: time,
                duration: number % 7 == 0 ? 1001 : 1000,
                compositionOffset: number % 3 == 0 ? -5 : 0,
                offset: offset,
                size: UInt32(number * 13 % 101),
                isSync: number % 50 == 0,
                descriptionIndex: 1
            )
            samples.append(sample)
            index.append(sample)
            time += UInt64(sample.duration)
            offset += UInt64(sample.size) + (number % 11 == 0 ? 300 : 0)
        }
        #expect(index.count == 1000)
        for (number, sample) in samples.enumerated() {
            #expect(index[number] == sample)
            #expect(index.isSync(number) == sample.isSync)
        }
        #expect(index.syncSample(from: 51) == 100)
        #expect(index.syncSample(from: 951) == nil)
    }
}
