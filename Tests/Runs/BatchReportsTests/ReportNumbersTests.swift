import BatchReports
import Testing

struct ReportNumbersTests {
    @Test(arguments: [
        (UInt64(0), "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_345_678, "2.35 MB"), (23_456_789, "23.5 MB"),
        (999_499, "999 kB"), (999_999, "1.0 MB"), (.max, "18.4 EB"),
    ])
    func `Sizes are decimal`(bytes: UInt64, text: String) {
        #expect(ReportNumbers.size(bytes) == text)
    }

    @Test(arguments: [
        (0, "0 b/s"), (64_000, "64.0 kb/s"), (5_800_000, "5.8 Mb/s"), (1_250_000_000, "1.25 Gb/s"),
    ])
    func `Bitrates are decimal`(bits: Int, text: String) {
        #expect(ReportNumbers.bitrate(bits) == text)
    }

    @Test(arguments: [
        (0.0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3599, "59:59"), (5405, "1:30:05"), (-1, "0:00"),
    ])
    func `TestPaths in time are clocks`(seconds: Double, text: String) {
        #expect(ReportNumbers.mediaTime(seconds) == text)
    }

    @Test(arguments: [(0.04, "0.0 s"), (75.25, "75.3 s"), (125, "2 min 5 s"), (11_400, "3 h 10 min")])
    func `What took long is told roughly`(seconds: Double, text: String) {
        #expect(ReportNumbers.elapsed(seconds) == text)
    }
}
