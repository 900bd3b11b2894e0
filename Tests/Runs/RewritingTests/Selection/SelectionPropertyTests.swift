import Failures
import HLSPlaylists
import TestRandomness
import Testing

@testable import Rewriting

/// Random selections from random playlists.
///
/// The result parses without new lint errors, its lines keep bytes and order, and a rerun changes nothing.
struct SelectionPropertyTests {
    private static let seeds = (0..<1500).map { UInt64($0) }

    /// Parts of the messages of refused selections from a multivariant playlist.
    private static let problems = [
        " keeps nothing", "no variant is left", "the variant would have no sound",
        "have renditions of the same names",
    ]

    /// Also checks that few selections are refused and many change something, so that the test has cases.
    @Test func holdsForRandomPlaylists() throws {
        var refused = 0
        var changed = 0
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let source = RandomLadder.text(&random)
            let filter = try RandomLadder.filter(&random)
            do {
                let result = try Self.apply(filter, to: source)
                changed += result.text == source ? 0 : 1
                try Self.check(source, filter, result, seed)
            } catch let refusal as RunFailure {
                guard Self.problems.contains(where: { refusal.problem.contains($0) }) else { throw refusal }
                refused += 1
            }
        }
        #expect(refused < Self.seeds.count / 2, "\(refused)")
        #expect(changed > Self.seeds.count / 4, "\(changed)")
    }

    private typealias Result = (text: String, selection: VariantSelection)

    private static func apply(_ filter: SelectionFilter, to text: String) throws -> Result {
        var document = try PlaylistDocument(parsing: Array(text.utf8))
        let playlist = try MultivariantPlaylist(document)
        let selection = try VariantSelection(filter, playlist, of: SelectionFixture.path)
        try selection.apply(to: &document, of: SelectionFixture.path)
        return (String(decoding: document.serialized(), as: UTF8.self), selection)
    }

    private static func check(
        _ source: String,
        _ filter: SelectionFilter,
        _ result: Result,
        _ seed: UInt64
    ) throws {
        let expressions = "keep \(filter.keeps.map(\.text)) drop \(filter.drops.map(\.text))"
        let context = "seed \(seed), \(expressions)\n\(source)\n---\n\(result.text)"
        let errors = try SelectionLint.errors(of: result.text)
        let before = try SelectionLint.errors(of: source)
        #expect(errors.subtracting(before).isEmpty, "\(errors) \(context)")
        #expect(try apply(filter, to: result.text).text == result.text, "\(context)")
        checkLines(source, result, context)
        try checkReferences(source, result.text, context)
    }

    /// Checks that each remaining line keeps its position and, except for removed attributes, its bytes.
    private static func checkLines(_ source: String, _ result: Result, _ context: String) {
        let edited = Set(result.selection.attributes.map(\.line))
        var after = lines(result.text)[...]
        for (index, line) in lines(source).enumerated() {
            guard let next = after.first else { break }
            let isSame = next.utf8.elementsEqual(line.utf8)
            guard isSame || (edited.contains(index + 1) && next.hasPrefix("#EXT-X-")) else { continue }
            after = after.dropFirst()
        }
        #expect(after.isEmpty, "\(context)")
    }

    /// Returns the lines without their endings, and without the empty rest after the last ending.
    private static func lines(_ text: String) -> [Substring] {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return lines.last == "" ? lines.dropLast() : lines
    }

    /// Checks that removals leave no group without references and no reference to a removed group.
    private static func checkReferences(_ source: String, _ text: String, _ context: String) throws {
        let before = try read(source)
        let after = try read(text)
        let named = { (playlist: MultivariantPlaylist) in
            Set(playlist.variants.flatMap(\.groups) + playlist.iFrameVariants.compactMap(\.group))
        }
        let unused = Set(after.groups.keys).subtracting(named(after))
        #expect(unused.isDisjoint(with: named(before)), "\(context)")
        let undefined = named(after).subtracting(after.groups.keys)
        #expect(undefined.isDisjoint(with: before.groups.keys), "\(context)")
        #expect(!after.variants.isEmpty, "\(context)")
    }

    private static func read(_ text: String) throws -> MultivariantPlaylist {
        try MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8)))
    }
}
