import Testing

@testable import Verification

struct LineAlignmentTests {
    private typealias Difference = LineAlignment.Difference

    /// Each letter is a line.
    @Test(arguments: [
        ("abc", "abc", [String]()),
        ("abc", "abxc", ["2..<2 2..<3"]),
        ("abc", "ac", ["1..<2 1..<1"]),
        ("abc", "axc", ["1..<2 1..<2"]),
        ("", "a", ["0..<0 0..<1"]),
        ("a", "", ["0..<1 0..<0"]),
        // A repeated line gives no alignment, the lines around it do.
        ("1-2-3-4-", "1-2-x-4-", ["4..<5 4..<5"]),
        ("1-2-3-4-5-", "1-3-5-", ["2..<4 2..<2", "5..<7 3..<3"]),
        ("1-2-3-", "3-1-2-", ["0..<0 0..<2", "3..<5 5..<5"]),
        ("----", "---", ["3..<4 3..<3"]),
    ])
    func `What differs is found`(old: String, new: String, expected: [String]) {
        let found = LineAlignment.differences(
            old.unicodeScalars.map(\.value),
            new.unicodeScalars.map(\.value)
        )
        #expect(found.map { "\($0.old) \($0.new)" } == expected)
    }
}
