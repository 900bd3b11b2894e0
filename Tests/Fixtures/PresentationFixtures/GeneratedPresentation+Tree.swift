package import Bitstreams
import Foundation
package import Presentations
import Synchronization

extension GeneratedPresentation {
    /// Creates a generated presentation from files in memory.
    package init(_ files: [String: [UInt8]], entry: String, warnings: [String] = []) {
        let playlists = files.filter { $0.key.hasSuffix(".m3u8") }
        let media = files.filter { !$0.key.hasSuffix(".m3u8") }
        self.init(
            entry: TreePath(entry),
            playlists: Dictionary(uniqueKeysWithValues: playlists.map { (TreePath($0.key), $0.value) }),
            media: Dictionary(
                uniqueKeysWithValues: media.map { (TreePath($0.key), InMemoryByteSource($0.value)) }
            ),
            warnings: warnings
        )
    }

    /// Returns the presentation with another source for one path.
    package func replacing(_ path: String, with source: any ByteSource) -> GeneratedPresentation {
        var media = media
        media[TreePath(path)] = source
        return GeneratedPresentation(entry: entry, playlists: playlists, media: media, warnings: warnings)
    }
}

/// A file in memory that fails or changes while it is read.
package final class FaultySource: ByteSource {
    /// The way in which the file goes wrong.
    package enum Fault: Sendable {
        /// Reads that reach beyond this offset fail.
        case failure(ByteSourceError, from: UInt64)
        /// The bytes end at this offset, before the stated size.
        case end(at: UInt64)
        /// After this many bytes were read, the source reports a change; the bytes stay right.
        case change(after: UInt64)
        /// After this many bytes were read, one bit of the byte at `offset` is flipped.
        case flip(offset: UInt64, after: UInt64)
    }

    private let held: InMemoryByteSource
    private let fault: Fault
    private let read = Atomic<UInt64>(0)

    package init(_ bytes: [UInt8], _ fault: Fault) {
        held = InMemoryByteSource(bytes)
        self.fault = fault
    }

    package var size: UInt64 { held.size }

    package func makeReader() throws(ByteSourceError) -> any ByteSourceReader { Reader(source: self) }

    package func isUnchanged() -> Bool {
        if case .change(let count) = fault { return read.load(ordering: .relaxed) < count }
        return true
    }

    private final class Reader: ByteSourceReader {
        let source: FaultySource

        init(source: FaultySource) { self.source = source }

        func read(
            into buffer: inout [UInt8],
            _ range: Range<Int>,
            at offset: UInt64
        ) throws(ByteSourceError) -> Int {
            var range = range
            let end = offset + UInt64(range.count)
            switch source.fault {
            case .failure(let failure, let start):
                if end > start { throw failure }
            case .end(let limit):
                let available = limit > offset ? Int(limit - offset) : 0
                range = range.lowerBound..<range.lowerBound + min(range.count, available)
            case .change, .flip: break
            }
            let count = try source.held.read(into: &buffer, range, at: offset)
            if case .flip(let flippedOffset, let start) = source.fault,
                source.read.load(ordering: .relaxed) >= start,
                (offset..<offset + UInt64(count)).contains(flippedOffset)
            {
                buffer[range.lowerBound + Int(flippedOffset - offset)] ^= 1
            }
            source.read.add(UInt64(count), ordering: .relaxed)
            return count
        }
    }
}
