package import Bitstreams
import ElementaryStreams

/// Reads packed audio as an input: ADTS, AC-3 or E-AC-3 frames, with or without ID3 tags.
package enum PackedAudioInput {
    /// The number of bytes to read at once.
    private static let readSize = 512 << 10
    /// The number of bytes at the start of the file, tags included, in which the first frame has to begin.
    private static let prefixLimit = 16 << 20

    /// Reads the whole file and locates all samples.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it, for messages.
    ///   - bytes: the bytes of the file.
    /// - Returns: the input with its track; `timelineStart` is the timestamp of the ID3 tag at the start, if
    ///   it has one.
    /// - Throws: `MezzanineError` if the file cannot be read or packaged.
    package static func read(path: String, _ bytes: any ByteSource) throws(MezzanineError) -> Mezzanine {
        let reader: any ByteSourceReader
        do {
            reader = try bytes.makeReader()
        } catch {
            throw .bytes(path: path, error)
        }
        let start = try readStart(path, bytes, reader)
        let finder = AudioSampleFinder(
            start.codec,
            AudioSampleCollector.Stream(
                path: path,
                pid: nil,
                reference: TimelineReference(),
                start: start.timestamp,
                isTimedByStamps: false
            )
        )
        try find(finder, path, reader)
        guard let found = try finder.finish(isCut: false) else {
            throw .malformed(path: path, .missing(offset: 0, "whole access unit"))
        }
        let track = found.track(path: path, identifier: 0, language: nil, bytes, .plain)
        return Mezzanine(
            path: path,
            kind: .packedAudio,
            timelineStart: found.earliestTime,
            tracks: [track],
            notes: found.notes
        )
    }

    private static func find(
        _ finder: AudioSampleFinder,
        _ path: String,
        _ reader: any ByteSourceReader
    ) throws(MezzanineError) {
        var window = ElementaryStreamWindow()
        var buffer = [UInt8](repeating: 0, count: readSize)
        var position: UInt64 = 0
        while true {
            let count = try read(into: &buffer, at: position, path, reader)
            window.append(buffer, 0..<count, fileOffset: position)
            position += UInt64(count)
            let isLast = count < buffer.count
            try finder.search(in: &window, isLast: isLast)
            if isLast { return }
        }
    }

    private static func read(
        into buffer: inout [UInt8],
        at position: UInt64,
        _ path: String,
        _ reader: any ByteSourceReader
    ) throws(MezzanineError) -> Int {
        do {
            return try reader.read(into: &buffer, 0..<buffer.count, at: position)
        } catch {
            throw .bytes(path: path, error)
        }
    }

    /// Returns the codec of the first frame, and the timestamp in the tags before it or nil.
    private static func readStart(
        _ path: String,
        _ bytes: any ByteSource,
        _ reader: any ByteSourceReader
    ) throws(MezzanineError) -> (codec: AudioFrameScanner.Codec, timestamp: Int64?) {
        var parser = AudioFrameParser(checksCRC: false)
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var position: UInt64 = 0
        while parser.frameCount == 0, position < UInt64(prefixLimit) {
            let count = try read(into: &buffer, at: position, path, reader)
            // Whole buffers are faster than single frames, and all after the first frame is read again
            // anyway.
            do {
                try parser.consume(buffer.span.extracting(0..<count), at: position)
            } catch  where parser.frameCount == 0 {
                throw .malformed(path: path, error)
            } catch {
                // Errors after the first frame are reported when all frames are read.
                break
            }
            position += UInt64(count)
            if count < buffer.count { break }
        }
        guard !parser.hasAudioDescription else {
            throw .encrypted(path: path, what: "an ID3 tag that describes SAMPLE-AES audio")
        }
        let timestamp = parser.timestamp.map { Int64($0.value) }
        switch parser.codec {
        case .aac: return (.aac, timestamp)
        // AC-3 frames may be followed by E-AC-3 frames that extend them.
        case .ac3, .eac3: return (.eac3, timestamp)
        case .mp3:
            throw .unsupported(
                path: path,
                what: "MPEG audio, MP3 (expected AAC, AC-3 or E-AC-3)",
                "Encode it as one of these"
            )
        case nil: throw .malformed(path: path, .missing(offset: 0, "frame of AAC, AC-3 or E-AC-3"))
        }
    }
}
