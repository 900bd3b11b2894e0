import Bitstreams
package import Failures
package import Presentations

/// Inspects a media file in pieces, without keys and without decrypting anything.
package struct MediaFileInspector {
    /// The kinds of media files that can be inspected.
    package enum Kind: Sendable {
        /// An MPEG-2 transport stream (ISO/IEC 13818-1).
        case transportStream
        /// Packed audio: frames of audio, with ID3 tags.
        case packedAudio
        /// A movie, initialization section or media segment (ISO/IEC 14496-12).
        case mp4

        /// Returns the kind of a file according to its first bytes, or nil for other files.
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

    /// - Parameter path: the path of the file.
    package init(path: String) {
        self.path = path
    }

    /// Inspects the file.
    ///
    /// - Parameters:
    ///   - kind: the kind of the file.
    ///   - progress: receives the bytes read.
    ///   - cancellation: stops the work, between pieces.
    /// - Returns: the contents and faults.
    /// - Throws: `RunFailure` if the file cannot be read or is not of this kind.
    package func inspect(
        as kind: Kind,
        progress: any ProgressSink,
        cancellation: Cancellation
    ) throws(RunFailure) -> MediaFileInspection {
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
            throw .input(error)
        } catch let error as ParseError {
            throw .unexpectedKind(of: path, error)
        } catch {
            throw RunFailure(unexpected: error)
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

    /// Inspects a transport stream in memory, for fuzzing and tests.
    ///
    /// - Parameters:
    ///   - bytes: the stream.
    ///   - name: the name of the file in the result.
    ///   - nextSize: returns the size of the next chunk, in bytes.
    /// - Returns: the contents and faults, or nil if the bytes are not a transport stream.
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

    /// Inspects an MP4 file in memory, for fuzzing and tests.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: the name of the file in the result.
    /// - Returns: the contents and faults, or nil if the bytes do not begin with a box.
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

    /// Reads bytes of a file, and throws if it has become too short.
    private static func read(
        _ file: borrowing InputFile,
        _ count: Int,
        at offset: UInt64
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let readCount = try file.read(into: &bytes, count: count, at: offset)
        guard readCount == count else {
            throw ParseError.truncated(offset: offset, needed: UInt64(count), available: UInt64(readCount))
        }
        return bytes
    }

    /// Reads the whole file, and calls `consume` with each piece.
    private func read(
        _ file: borrowing InputFile,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation,
        _ consume: (Span<UInt8>) throws(ParseError) -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
        var position: UInt64 = 0
        while true {
            try cancellation.check()
            let count = try file.read(into: &buffer, count: buffer.count, at: position)
            guard count > 0 else { return }
            try consume(buffer.span.extracting(0..<count))
            position += UInt64(count)
            progress.advance(by: UInt64(count))
        }
    }
}

extension RunFailure {
    /// A file that begins like media of some kind is not of this kind.
    fileprivate static func unexpectedKind(of path: String, _ error: ParseError) -> RunFailure {
        RunFailure(
            .malformed,
            at: "\(path): byte \(error.offset)",
            "this looks like media, but is not a transport stream, packed audio or MP4",
            found: error.found,
            expected: error.expected,
            remedy: "Give a whole file; decrypt it first if it is encrypted."
        )
    }
}
