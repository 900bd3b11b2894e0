import Testing

@testable import HLSPackaging

/// Dates that are moved; the expected ones are by hand and by `date -u -d`.
struct ProgramDateTests {
    @Test(arguments: [
        ("2024-02-28T23:59:50.000Z", Duration.milliseconds(12_012), "2024-02-29T00:00:02.012Z"),
        ("2023-02-28T23:59:59Z", .seconds(1), "2023-03-01T00:00:00Z"),
        ("1999-12-31T23:59:59.999+05:30", .milliseconds(1), "2000-01-01T00:00:00.000+05:30"),
        ("2024-01-01T00:00:00Z", .nanoseconds(1), "2024-01-01T00:00:00.000000001Z"),
        ("2024-01-01t00:00:00.5z", .milliseconds(250), "2024-01-01t00:00:00.75z"),
        ("2100-02-28 12:00:00-08", .seconds(86_400), "2100-03-01 12:00:00-08"),
        ("2000-02-28T00:00:00+0100", .seconds(86_400 * 2), "2000-03-01T00:00:00+0100"),
        ("2024-06-30T23:59:59", .zero, "2024-06-30T23:59:59"),
        ("0001-01-01T00:00:00Z", .seconds(86_400 * 365), "0002-01-01T00:00:00Z"),
    ])
    func moves(_ text: String, _ duration: Duration, _ expected: String) throws {
        #expect(ProgramDate(text)?.text(after: duration) == expected)
    }

    @Test(arguments: [
        "", "2024-01-01", "2024-13-01T00:00:00Z", "2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z",
        "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890123456789Z",
        "24-01-01T00:00:00Z", "2024-01-01T00:00:00+1", "٢٠٢٤-01-01T00:00:00Z",
    ])
    func refuses(_ text: String) {
        #expect(ProgramDate(text) == nil)
    }

    @Test func endsWithTheYear9999() {
        #expect(ProgramDate("9999-12-31T23:59:59Z")?.text(after: .seconds(1)) == nil)
    }
}
