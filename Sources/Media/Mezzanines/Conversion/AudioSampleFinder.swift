import Bitstreams
import ElementaryStreams
import TextFormats
import TransportStreams

/// Finds the samples of AAC in ADTS, AC-3 and E-AC-3: one per frame, or per access unit of E-AC-3.
final class AudioSampleFinder: SampleFinder {
    /// The number of bytes at the start of a stream in which the first frame has to begin.
    private static let searchLimit = 64 << 10

    private let stream: AudioSampleCollector.Stream
    private let codec: AudioFrameScanner.Codec
    private var scanner: AudioFrameScanner
    private var collector: AudioSampleCollector
    private var formatBuilder: AudioFormatBuilder
    private var remainingTagSize: UInt64 = 0
    private var heldStamp: ElementaryStreamWindow.Stamp?
    private var hasFrames = false
    private var skippedBytes = 0
    /// Indicates whether the stream ends inside a frame.
    private var isCutShort = false

    /// - Parameters:
    ///   - codec: the codec of the frames; E-AC-3 includes AC-3.
    ///   - stream: the properties of the stream.
    init(_ codec: AudioFrameScanner.Codec, _ stream: AudioSampleCollector.Stream) {
        self.codec = codec
        self.stream = stream
        scanner = AudioFrameScanner(codec)
        collector = AudioSampleCollector(stream)
        formatBuilder = AudioFormatBuilder(codec, path: stream.path)
    }

    var rereadReason: RereadReason? { collector.needsTimestamps ? .byTimeStamps : nil }

    func search(in window: inout ElementaryStreamWindow, isLast: Bool) throws(MezzanineError) {
        var position = 0
        if !hasFrames, let pid = stream.pid { position = try synchronize(window, pid) }
        while position < window.count {
            if stream.pid == nil {
                let tag = try skipTag(window, &position)
                if tag == .incomplete { break }
                if tag == .skipped { continue }
            }
            guard let next = try addFrame(&window, position) else { break }
            position = next
        }
        window.removeFirst(min(position, window.count))
        isCutShort = isLast && window.count > 0
    }

    /// Skips a tag, as far as it is in the window.
    private func skipTag(
        _ window: ElementaryStreamWindow,
        _ position: inout Int
    ) throws(MezzanineError) -> PackedAudioTags.Outcome {
        let offset = window.fileOffset(position) - UInt64(position)
        do {
            return try PackedAudioTags.skip(
                window.buffer.storage,
                &position,
                window.count,
                &remainingTagSize,
                at: offset
            )
        } catch {
            throw .malformed(path: stream.path, error)
        }
    }

    /// Handles the frame at a position.
    ///
    /// - Returns: the position after the frame, or nil if the frame is incomplete.
    private func addFrame(_ window: inout ElementaryStreamWindow, _ position: Int)
        throws(MezzanineError) -> Int?
    {
        if let stamp = window.removeTimestamps(at: position) { heldStamp = stamp }
        let fileOffset = window.fileOffset(position)
        guard let frame = try scan(window, position, fileOffset) else { return nil }
        if !hasFrames, try isAdditionalSubstream(window, position) {
            skippedBytes += frame.range.count
            scanner = AudioFrameScanner(codec)
            return frame.range.upperBound
        }
        hasFrames = true
        let content = try formatBuilder.addFrame(
            window.buffer.storage[frame.range],
            startsAccessUnit: frame.startsAccessUnit,
            at: fileOffset
        )
        let size = frame.range.count - frame.headerSize
        if frame.startsAccessUnit {
            try collector.begin(
                size: size,
                sampleCount: content.sampleCount,
                samplingRate: content.samplingRate,
                heldStamp,
                fileOffset: fileOffset
            )
            heldStamp = nil
        } else {
            collector.extend(size: size, sampleCount: content.sampleCount)
        }
        return frame.range.upperBound
    }

    private func scan(
        _ window: ElementaryStreamWindow,
        _ position: Int,
        _ fileOffset: UInt64
    ) throws(MezzanineError) -> AudioFrame? {
        // If a packet begins with another substream, its time stamps belong to the access unit after that.
        var beginsAccessUnit = heldStamp?.position == window.start + UInt64(position)
        if beginsAccessUnit, try isAdditionalSubstream(window, position) { beginsAccessUnit = false }
        do {
            return try scanner.next(
                in: window.buffer.storage.span.extracting(0..<window.count),
                at: position,
                isPacketStart: beginsAccessUnit,
                offset: fileOffset - UInt64(position)
            )
        } catch {
            throw .malformed(path: stream.path, error)
        }
    }

    /// Indicates whether an E-AC-3 syncframe is not of independent substream 0, with which access units
    /// begin; false without a header at the position.
    private func isAdditionalSubstream(_ window: ElementaryStreamWindow, _ position: Int)
        throws(MezzanineError)
        -> Bool
    {
        let end = min(window.count, position + AC3SyncFrame.prefixSize)
        let header = window.buffer.storage[position..<end]
        guard codec == .eac3, header.count == AC3SyncFrame.prefixSize,
            AC3SyncFrame.startsFrame(header[position], header[position + 1]), !AC3SyncFrame.isAC3(header)
        else {
            return false
        }
        return try MezzanineError.wrappingParseErrors(stream.path) { () throws(ParseError) in
            try !EAC3SyncFrame(header, at: window.fileOffset(position)).isOfFirstProgram
        }
    }

    /// Returns the position of the first frame, as the stream may begin in the middle of one.
    ///
    /// Another frame, or the end of the window, has to follow it. If there is none, returns 0 if the window
    /// may begin with an incomplete frame, and throws otherwise.
    private func synchronize(_ window: ElementaryStreamWindow, _ pid: Int) throws(MezzanineError) -> Int {
        var failure: ParseError?
        var continuesPastEnd = false
        for position in 0..<min(window.count, Self.searchLimit) {
            do throws(ParseError) {
                if try isFrame(window, position) {
                    skippedBytes += position
                    return position
                }
                if position == 0 { continuesPastEnd = true }
            } catch {
                failure = failure ?? error
            }
        }
        guard let failure, !continuesPastEnd else { return 0 }
        throw .noSamplesError(path: stream.path, pid, "whole frame", failure)
    }

    /// Indicates whether a complete frame is at a position, followed by the start of another one or by the
    /// end of the window.
    ///
    /// Returns false if the frame is incomplete, and throws if no frame is there.
    private func isFrame(_ window: ElementaryStreamWindow, _ position: Int) throws(ParseError) -> Bool {
        var trial = AudioFrameScanner(codec)
        let bytes = window.buffer.storage.span.extracting(0..<window.count)
        let offset = window.fileOffset(position) - UInt64(position)
        guard let frame = try trial.next(in: bytes, at: position, isPacketStart: false, offset: offset) else {
            return false
        }
        let end = frame.range.upperBound
        if end < window.count {
            _ = try trial.next(in: bytes, at: end, isPacketStart: false, offset: offset)
        }
        return true
    }

    func endsInFirstSample(isCut: Bool) -> Bool { isCutShort }

    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples? {
        guard let found = try collector.finish() else { return nil }
        var notes = found.notes
        let name = stream.pid.map(MezzanineError.pidDescription) ?? "the file"
        if skippedBytes > 0 {
            notes.append(
                "\(name) does not begin with a whole access unit: "
                    + "\(CountText.text(skippedBytes, "byte is", plural: "bytes are")) left out"
            )
        }
        if isCutShort || isCut { notes.append("\(name) ends inside of a frame, which is left out") }
        return FoundSamples(
            format: try formatBuilder.format(byteCount: found.byteCount, sampleCount: found.sampleCount),
            timescale: found.timescale,
            samples: found.index,
            points: found.points,
            conversion: .frames(codec, hasTags: stream.pid == nil),
            presentationShift: found.shift,
            earliestTime: found.start,
            notes: notes
        )
    }
}
