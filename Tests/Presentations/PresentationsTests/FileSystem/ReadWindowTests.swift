import Testing

@testable import Presentations

/// Small reads of an input of `package`, which share reads of the file.
struct ReadWindowTests {
    /// A file in memory that keeps the ranges that were read of it.
    private final class ReadFile {
        let bytes: [UInt8]
        var window = ReadWindow()
        var reads: [Range<Int>] = []

        init(size: Int) {
            bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        }

        /// Returns the bytes found through the window; `missingCount` bytes were cut off the end of the file.
        func read(_ count: Int, at offset: Int, missingCount: Int = 0) throws -> [UInt8] {
            var buffer = [UInt8](repeating: 0xEE, count: count + 2)
            let found = try window.read(
                into: &buffer,
                1..<count + 1,
                at: UInt64(offset),
                ofSize: UInt64(bytes.count)
            ) { (buffer, part, offset) throws(SystemCallError) in
                let available = min(part.count, max(0, bytes.count - missingCount - Int(offset)))
                reads.append(Int(offset)..<Int(offset) + available)
                buffer.replaceSubrange(
                    part.prefix(available),
                    with: bytes[Int(offset)..<Int(offset) + available]
                )
                return available
            }
            #expect(buffer.first == 0xEE && buffer.last == 0xEE)
            return Array(buffer[1..<1 + found])
        }
    }

    /// The samples of a short title, of a kilobyte each, are looked at several times and then read.
    @Test func aSmallFileIsReadOnce() throws {
        let file = ReadFile(size: 37_000)
        for count in [32, 256, 1000] {
            for offset in stride(from: 48, to: 36_000, by: 1000) {
                #expect(try file.read(count, at: offset) == Array(file.bytes[offset..<offset + count]))
            }
        }
        #expect(try file.read(256 << 10, at: 0) == file.bytes)
        #expect(file.reads == [0..<37_000])
    }

    @Test func neighborsOfALargeFileShareReads() throws {
        let file = ReadFile(size: 1 << 20)
        for offset in stride(from: 0, to: 1 << 20, by: 1024) {
            #expect(try file.read(256, at: offset) == Array(file.bytes[offset..<offset + 256]))
        }
        #expect(file.reads == stride(from: 0, to: 1 << 20, by: 65_536).map { $0..<$0 + 65_536 })
    }

    /// The starts of the access units of a video of a high bitrate.
    @Test func distantReadsReadNothingBetween() throws {
        let file = ReadFile(size: 2 << 20)
        let offsets = Array(stride(from: 100_000, to: 2 << 20, by: 200_000))
        for offset in offsets {
            #expect(try file.read(256, at: offset) == Array(file.bytes[offset..<offset + 256]))
        }
        #expect(file.reads == offsets.map { $0..<$0 + 256 })
    }

    @Test func longReadsAreNotCopied() throws {
        let file = ReadFile(size: 1 << 20)
        #expect(try file.read(256 << 10, at: 0) == Array(file.bytes[..<(256 << 10)]))
        #expect(try file.read(256 << 10, at: 256 << 10) == Array(file.bytes[(256 << 10)..<(512 << 10)]))
        #expect(file.reads == [0..<(256 << 10), (256 << 10)..<(512 << 10)])
    }

    @Test(arguments: [1, 100, 65_535, 65_536, 65_537, 70_000, 200_000])
    func readsEndWithTheFile(size: Int) throws {
        let file = ReadFile(size: size)
        for offset in [0, size - 1, size / 2, size, size + 1, 0] {
            let expected = Array(file.bytes.dropFirst(offset).prefix(300))
            #expect(try file.read(300, at: offset) == expected, "\(offset)")
        }
    }

    /// A file that became shorter gives fewer bytes, and none of earlier reads.
    @Test func aFileThatShrankGivesFewerBytes() throws {
        let file = ReadFile(size: 200_000)
        #expect(try file.read(300, at: 0).count == 300)
        #expect(try file.read(300, at: 190_000, missingCount: 9_900).count == 100)
        #expect(try file.read(300, at: 191_000, missingCount: 9_900).isEmpty)
        #expect(try file.read(300, at: 199_900, missingCount: 9_900).isEmpty)
    }

    /// Many reads forwards and backwards, of all lengths.
    @Test func bytesAreThoseOfTheFile() throws {
        let file = ReadFile(size: 300_000)
        var state: UInt64 = 12345
        func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var offset = 0
        for _ in 0..<3000 {
            offset = next(below: 4) == 0 ? next(below: 300_000) : (offset + next(below: 9000)) % 300_000
            let count = next(below: next(below: 10) == 0 ? 100_000 : 5000)
            let expected = Array(file.bytes.dropFirst(offset).prefix(count))
            #expect(try file.read(count, at: offset) == expected)
        }
    }
}
