import PresentationFixtures
import TestRandomness
import Testing

@testable import Presentations

/// Files have the written bytes, in whatever pieces these are written to disk.
struct OutputFileTests {
    private struct Pieces: Sendable {
        let start: Int
        let lengths: [Int]
    }

    /// Pieces around the 4 MiB that are written to disk at once, starting before, at and after a border.
    private static let pieces: [Pieces] = [
        Pieces(start: 0, lengths: [188]),
        Pieces(start: 0, lengths: [4_194_304, 1]),
        Pieces(start: 16, lengths: [4_194_287, 1, 1, 614_400]),
        Pieces(start: 4_194_303, lengths: [2, 9_437_189, 700_001]),
    ]

    @Test(arguments: pieces)
    private func piecesFollowEachOther(_ pieces: Pieces) throws {
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 4)
        var expected = [UInt8](repeating: 0, count: pieces.start)
        do {
            let file = try OutputFile(path: directory.path + "/a.ts")
            for length in pieces.lengths {
                let piece = [UInt8](repeating: .random(in: 1...255, using: &generator), count: length)
                try file.write(piece, count: length, at: UInt64(expected.count))
                expected += piece
            }
            try file.close()
        }
        #expect(try directory.read("a.ts") == expected)
    }

    @Test func aFileIsClosedOnce() throws {
        let directory = try TemporaryDirectory()
        let file = try OutputFile(path: directory.path + "/a.ts")
        try file.write([1, 2], count: 2, at: 0)
        try file.close()
        try file.close()
        #expect(try directory.read("a.ts") == [1, 2])
    }

    @Test func aStageIsSynchronizedWithWhatIsInIt() throws {
        let directory = try TemporaryDirectory()
        let stage = try Stage(in: directory.path)
        try OutputFile.write([UInt8](repeating: 7, count: 5_000_000), to: stage.tree + "/a.ts")
        try stage.synchronize()
        try stage.remove()
    }
}
