import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Key period = floor(segment start / rotation), calculated in exact media time.
struct PeriodScheduleTests {
    private static let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)

    @Test(
        arguments: [
            ("one period", .zero, nil, .seconds(1_000_000), 0),
            ("the start", .zero, .seconds(10), .zero, 0),
            ("just before a border", .zero, .seconds(10), .seconds(10) - attosecond, 0),
            ("on a border", .zero, .seconds(10), .seconds(10), 1),
            ("a rotation of a third of a second", .zero, .milliseconds(333), .milliseconds(999), 3),
            ("a long time", .zero, .milliseconds(500), .seconds(1 << 40), 1 << 41),
            ("just before the clear start's end", .seconds(12), nil, .seconds(12) - attosecond, nil),
            ("at the clear start's end", .seconds(12), nil, .seconds(12), 0),
            ("periods count from the start, not from the lead", .seconds(12), .seconds(6), .seconds(12), 2),
            ("inside the lead with rotation", .seconds(12), .seconds(6), .seconds(6), nil),
        ] as [(String, Duration, Duration?, Duration, Int?)]
    )
    func dividesTime(name: String, lead: Duration, rotation: Duration?, start: Duration, period: Int?) {
        let schedule = PeriodSchedule(clearLead: lead, rotation: rotation)
        #expect(schedule.period(startingAt: start) == period, "\(name)")
    }

    /// If there are more periods than an `Int` can count, the rest has the last number.
    @Test func doesNotOverflow() {
        let schedule = PeriodSchedule(rotation: Self.attosecond)
        #expect(schedule.period(startingAt: .seconds(100)) == .max)
    }

    /// 0.1 s has no exact binary form: 60 such segments add up to exactly 6 s here, but not in `Double`.
    @Test func addsDurationsExactly() throws {
        let lines = (0..<61).flatMap { _ in ["#EXTINF:0.1,", "a.ts"] }
        let segments = try TreeFixture(media: lines, files: [:]).presentation().renditions[0].playlist
            .segments
        let schedule = PeriodSchedule(clearLead: .seconds(3), rotation: .seconds(6))
        let periods = segments.map { schedule.period(startingAt: $0.start) }
        #expect(Array(periods[..<30]) == Array(repeating: nil, count: 30))
        #expect(Array(periods[30..<60]) == Array(repeating: 0, count: 30))
        #expect(periods[60] == 1)
    }

    /// 5.994666666666667 + 0.005333333333333 = 6 exactly.
    @Test func keepsAllDecimals() throws {
        let lines = [
            "#EXTINF:5.994666666666667,", "a.ts", "#EXTINF:0.005333333333333,", "b.ts", "#EXTINF:1,", "c.ts",
        ]
        let segments = try TreeFixture(media: lines, files: [:]).presentation().renditions[0].playlist
            .segments
        let schedule = PeriodSchedule(rotation: .seconds(6))
        #expect(segments[2].start == .seconds(6))
        #expect(segments.map { schedule.period(startingAt: $0.start) } == [0, 0, 1])
    }
}
