import Bitstreams
package import Presentations

/// Looks at a media file in pieces; nothing is decrypted, and no key is asked for.
package struct MediaFileInspector {
    /// Kinds of files that it looks at.
    package enum Kind: Sendable {
        /// ISO/IEC 13818-1.
        case transportStream
        /// Frames of audio with ID3 tags.
        case packedAudio
        /// ISO/IEC 14496-12: movies, initialization sections and segments.
        case mp4

        /// The kind of a file, by its first bytes; nil for others.
        package static func sniff(_ path: String) -> Kind? {
            switch FileKind.sniff(path) {
            case .transportStream: .transportStream
            case .packedAudio: .packedAudio
            case .isoBaseMedia: .mp4
            default: nil
            }
        }
    }

    private static let pieceLength = 256 * 1024

    private let path: String

    /// - Parameter path: the file.
    package init(path: String) {
        self.path = path
    }

    /// Looks at the file.
    ///
    /// - Parameters:
    ///   - kind: what it is.
    ///   - progress: told of every piece.
    ///   - cancellation: asked between pieces.
    /// - Returns: what is in it, with its faults.
    /// - Throws: `MediaFileError` where it cannot be read, or is not of that kind at all.
    package func inspect(
        as kind: Kind,
        progress: any ProgressSink,
        cancellation: Cancellation
    ) throws(MediaFileError) -> MediaFileInspection {
        do {
            let file = try InputFile(path: path)
            progress.begin(totalBytes: file.size)
            defer { progress.end() }
            return switch kind {
            case .transportStream: try transportStream(file, progress, cancellation)
            case .packedAudio: try packedAudio(file, progress, cancellation)
            case .mp4: try mp4(file, progress, cancellation)
            }
        } catch let error as SystemCallError {
            throw .presentation(.input(error))
        } catch let error as PresentationError {
            throw .presentation(error)
        } catch let error as ParseError {
            throw .foreign(offset: error.offset, found: error.found, expected: error.expected)
        } catch {
            throw .presentation(.fault(String(describing: error)))
        }
    }

    private func transportStream(
        _ file: borrowing InputFile,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> MediaFileInspection {
        var inspector = TransportStreamInspector()
        try read(file, progress, cancellation) { piece throws(ParseError) in
            try inspector.consume(piece)
        }
        let stream = try inspector.finish()
        return MediaFileInspection(stream, file: path, bytes: file.size, inspector.faults)
    }

    /// Looks at a transport stream that is in memory; for fuzzing.
    ///
    /// - Parameters:
    ///   - bytes: the stream.
    ///   - name: what the result calls it.
    ///   - nextSize: gives the size of the next chunk.
    /// - Returns: what is in it; nil where it is no transport stream.
    package static func inspect(
        _ bytes: [UInt8],
        named name: String,
        nextSize: () -> Int
    ) -> MediaFileInspection? {
        var inspector = TransportStreamInspector()
        var position = 0
        do throws(ParseError) {
            while position < bytes.count {
                let end = min(position + max(1, nextSize()), bytes.count)
                try inspector.consume(bytes.span.extracting(position..<end))
                position = end
            }
            let stream = try inspector.finish()
            return MediaFileInspection(stream, file: name, bytes: UInt64(bytes.count), inspector.faults)
        } catch {
            return nil
        }
    }

    private func packedAudio(
        _ file: borrowing InputFile,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> MediaFileInspection {
        var inspector = PackedAudioInspector()
        try read(file, progress, cancellation) { piece throws(ParseError) in
            try inspector.consume(piece)
        }
        let audio = try inspector.finish()
        return MediaFileInspection(audio, file: path, bytes: file.size, inspector.faults)
    }

    private func mp4(
        _ file: borrowing InputFile,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> MediaFileInspection {
        var inspector = MP4Inspector(fileSize: file.size)
        let movie = try inspector.inspect { offset, count in
            try Self.read(file, count, at: offset)
        } progress: { passed in
            try cancellation.check()
            progress.advance(by: passed)
        }
        return MediaFileInspection(movie, file: path, bytes: file.size, inspector.faults)
    }

    /// Looks at an MP4 file that is in memory; for fuzzing.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: what the result calls it.
    /// - Returns: what is in it; nil where it does not begin with a box.
    package static func inspectMP4(_ bytes: [UInt8], named name: String) -> MediaFileInspection? {
        var inspector = MP4Inspector(fileSize: UInt64(bytes.count))
        let movie = try? inspector.inspect { offset, count in
            Array(bytes[Int(offset)..<Int(offset) + count])
        } progress: { _ in
        }
        return movie.map {
            MediaFileInspection($0, file: name, bytes: UInt64(bytes.count), inspector.faults)
        }
    }

    /// Bytes of a file, all of which are there unless it becomes shorter.
    private static func read(
        _ file: borrowing InputFile,
        _ count: Int,
        at offset: UInt64
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try file.read(into: &bytes, count: count, at: offset)
        guard found == count else {
            throw ParseError.truncated(offset: offset, needed: UInt64(count), available: UInt64(found))
        }
        return bytes
    }

    /// Gives `take` the file piece by piece.
    private func read(
        _ file: borrowing InputFile,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation,
        _ take: (Span<UInt8>) throws(ParseError) -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
        var position: UInt64 = 0
        while true {
            try cancellation.check()
            let count = try file.read(into: &buffer, count: buffer.count, at: position)
            guard count > 0 else { return }
            try take(buffer.span.extracting(0..<count))
            position += UInt64(count)
            progress.advance(by: UInt64(count))
        }
    }
}

/// Why a media file could not be looked at.
package enum MediaFileError: Error {
    /// It could not be read, or somebody asked to stop.
    case presentation(PresentationError)
    /// It is not what it seemed to be.
    case foreign(offset: UInt64, found: String, expected: String)
}
