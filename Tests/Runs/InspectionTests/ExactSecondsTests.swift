import Foundation
import Testing

@testable import Inspection

/// Durations with all their digits, as text and as JSON numbers.
struct ExactSecondsTests {
    static let cases: [(Duration, String)] = [
        (.zero, "0"),
        (.seconds(6), "6"),
        (.milliseconds(6_006), "6.006"),
        (.milliseconds(90), "0.09"),
        (.nanoseconds(1), "0.000000001"),
        (
            Duration(secondsComponent: 5, attosecondsComponent: 333_333_333_333_333_333),
            "5.333333333333333333"
        ),
        (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
        // A million segments of the longest duration that the parser accepts.
        (.seconds(2_147_483_648_000_000), "2147483648000000"),
        (.milliseconds(-1_500), "-1.5"),
    ]

    @Test(arguments: cases)
    func everyDigit(duration: Duration, text: String) throws {
        #expect(ExactSeconds(duration).description == text)
    }

    /// Foundation writes a small `Decimal` with an exponent, so the test compares numbers and not texts.
    @Test(arguments: cases)
    func isANumber(duration: Duration, text: String) throws {
        let json = String(decoding: try JSONEncoder().encode(ExactSeconds(duration)), as: UTF8.self)
        #expect(Decimal(string: json) == Decimal(string: text))
    }

    /// The short form has at most microseconds, rounded half up.
    @Test(
        arguments: [
            (3, 925_333_333_333_333_333, "3.925333"),
            (5, 333_333_500_000_000_000, "5.333334"),
            (5, 333_333_499_999_999_999, "5.333333"),
            (1, 999_999_999_999_999_999, "2"),
            (-1, -999_999_600_000_000_000, "-2"),
            (0, 1, "0"),
            (6, 6_000_000_000_000_000, "6.006"),
        ] as [(Int64, Int64, String)]
    )
    func isShortForPeople(seconds: Int64, attoseconds: Int64, text: String) {
        let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(ExactSeconds(duration).roundedDescription == text)
    }
}
