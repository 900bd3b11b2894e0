import Failures
import TestRandomness
import Testing

@testable import Batch

/// Conflicting output paths of a batch: equal ones, and one inside another.
struct OutputPathCheckTests {
    private static func check(_ paths: [String]) throws(RunFailure) {
        try OutputPathCheck.check(
            paths.enumerated().map { OutputPathCheck.Output(line: $0.offset + 2, path: $0.element) },
            manifest: "m"
        )
    }

    @Test(
        arguments: [
            [], ["a"], ["a", "b"], ["a", "ab", "a-b", "a b", "a.b"], ["out/a", "out/b"], ["a/b", "a/c", "b"],
            ["/a", "a"], ["a", "../a"], ["a!/b", "a"], ["a\u{1}", "a"], ["e\u{301}", "\u{E9}"], ["A", "a"],
        ]
    )
    func `Outputs apart are accepted`(paths: [String]) throws {
        try Self.check(paths)
        try Self.check(paths.reversed())
    }

    @Test(
        arguments: [
            (["a", "a"], 2, 3), (["a/", "b", "./a"], 2, 4), (["a//b", "a/./b/."], 2, 3),
            (["/a", "//a/"], 2, 3),
            (["a", "a/b"], 2, 3), (["a/b", "a"], 2, 3), (["x", "a/b/c", "a-b", "a"], 3, 5),
            (["a", "a b", "a.b", "a/b"], 2, 5), ([".", "a"], 2, 3), (["/", "/a/b"], 2, 3),
            (["a", "b", "b", "a", "b"], 3, 4), (["..", "../a"], 2, 3),
        ] as [([String], Int, Int)]
    )
    func `The first conflict is named with both lines`(paths: [String], first: Int, second: Int) {
        let error = #expect(throws: RunFailure.self) { try Self.check(paths) }
        #expect(error?.location == "m:\(second)")
        #expect(error?.problem.contains("lines \(first) and \(second)") == true)
    }

    /// The reference compares every pair of paths, component by component.
    @Test func `It finds a conflict where a comparison of all pairs does`() {
        let seed = UInt64.random(in: 0...(.max))
        print("seed of output conflicts: \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let paths = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator))
                    .map { _ in ["a", "b", "a!", ".", "", "ab"].randomElement(using: &generator) ?? "a" }
                    .joined(separator: "/")
            }
            let names = paths.map { path in
                (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").filter { $0 != "." }
            }
            let collides = names.indices.contains { one in
                names.indices.contains { $0 != one && names[$0].starts(with: names[one]) }
            }
            let found = (try? Self.check(paths)) == nil
            #expect(found == collides, "seed \(seed): \(paths)")
            #expect(Self.hashesCollide(paths) == collides, "seed \(seed): \(paths)")
        }
    }

    private static func hashesCollide(_ paths: [String]) -> Bool {
        var hashes = OutputPathHashes()
        let areNew = paths.map { hashes.insert($0) }
        return areNew.contains(false) || paths.contains { hashes.mayContainFolder(of: $0) }
    }

    @Test func `A hundred thousand outputs are compared`() throws {
        let outputs = (0..<100_000).map { OutputPathCheck.Output(line: $0, path: "out/\($0)/x") }
        try OutputPathCheck.check(outputs, manifest: "m")
    }
}
