import Testing

@testable import Rewriting

/// A playlist before and after a cut.
///
/// Sources and expected texts are written by hand from RFC 8216bis 4.4.3 and 4.4.4.
struct WindowCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let window: PlaylistWindow
    let source: String
    let expected: String

    /// Checks the cut and, for a window that keeps the end, that a second cut changes nothing.
    func check() throws {
        let found = try RewriteFixture.rewrite(source) { $0.window = window }
        #expect(found == expected)
        guard case .last = window else { return }
        #expect(try RewriteFixture.rewrite(found) { $0.window = window } == found, "again")
    }
}
