import Bitstreams
import ElementaryStreams

/// Looks whether the first frames of an AAC stream consist of elements of AAC LC, to the last bit.
///
/// Garbage never does. A sound frame that does not is rare: encoders err, and not all of AAC can be told. So a
/// quarter of the frames has to fail before it is certain that a key or IV is wrong; a wrong IV leaves short ones sound.
struct AACFrameCheck {
    /// A frame that is none.
    struct Doubt {
        let fault: StreamShapeFault
        /// Whether many frames are none.
        let isCertain: Bool
    }

    /// Frames of a segment that are looked at: walking over all of them takes longer than decrypting them.
    private static let limit = 32
    /// The audio object type of AAC LC.
    private static let lowComplexity: UInt8 = 2

    private var scanner = AudioFrameScanner(.aac)
    /// The start of a frame that is not whole yet.
    private var pending: [UInt8] = []
    private var frameCount = 0
    private var failureCount = 0
    private var fault: StreamShapeFault?
    private var isFinished = false

    /// Nothing seen yet.
    init() {}

    /// What was found so far.
    var doubt: Doubt? { fault.map { Doubt(fault: $0, isCertain: 4 * failureCount > frameCount) } }

    /// Takes the next bytes of the stream.
    mutating func take(_ samples: Span<UInt8>, at offset: UInt64) {
        guard !isFinished else { return }
        for index in samples.indices { pending.append(samples[index]) }
        // A span of one property forbids to change another.
        let bytes = pending
        var frames: [AudioFrame] = []
        guard let end = try? scanner.scan(bytes.span, from: 0, isPacketStart: true, into: &frames, at: 0)
        else {
            // What is wrong with the headers is told elsewhere.
            isFinished = true
            return
        }
        for frame in frames where frameCount < Self.limit { check(bytes[frame.range], at: offset) }
        pending.removeFirst(end)
        isFinished = frameCount >= Self.limit
        if isFinished { pending = [] }
    }

    private mutating func check(_ frame: ArraySlice<UInt8>, at offset: UInt64) {
        guard let header = try? ADTSHeader(frame, at: 0), header.fixed.audioObjectType == Self.lowComplexity
        else {
            return
        }
        defer { frameCount += 1 }
        do throws(ParseError) {
            _ = try AACFrame(frame, at: 0)
        } catch {
            failureCount += 1
            guard fault == nil else { return }
            fault = StreamShapeFault(
                offset: offset,
                place: "decrypted AAC frame \(frameCount)",
                found: error.found,
                expected: error.expected
            )
        }
    }
}
