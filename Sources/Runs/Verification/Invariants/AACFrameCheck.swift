import Bitstreams
import ElementaryStreams
import MediaSyntax

/// Checks that the first frames of an AAC stream consist of elements of AAC LC, to the last bit.
///
/// Garbage never does. A correct frame that does not is rare: encoders err, and not all of AAC can be
/// recognized. So a wrong key or IV is certain only if more than a quarter of the frames fails; short frames
/// are correct even with a wrong IV.
struct AACFrameCheck {
    /// The first frame that is not AAC LC.
    struct Failure {
        let fault: SyntaxFault
        /// Indicates whether more than a quarter of the frames is not AAC LC.
        let isCertain: Bool
    }

    /// The number of frames checked in a segment: parsing all of them takes longer than decrypting them.
    private static let limit = 32
    /// The audio object type of AAC LC.
    private static let lowComplexity: UInt8 = 2

    private var scanner = AudioFrameScanner(.aac)
    /// The start of a frame that is not complete yet.
    private var pending: [UInt8] = []
    private var frameCount = 0
    private var failureCount = 0
    private var fault: SyntaxFault?
    private var isFinished = false

    init() {}

    /// The first frame that is not AAC LC, or nil if there is none so far.
    var failure: Failure? { fault.map { Failure(fault: $0, isCertain: 4 * failureCount > frameCount) } }

    /// Checks the next bytes of the stream; `offset` is that of their PES packet or frame in the segment.
    mutating func consume(_ samples: Span<UInt8>, at offset: UInt64) {
        guard !isFinished else { return }
        for index in samples.indices { pending.append(samples[index]) }
        // While a span of one property is in use, no other property can be changed.
        let bytes = pending
        var frames: [AudioFrame] = []
        guard let end = try? scanner.scan(bytes.span, from: 0, isPacketStart: true, into: &frames, at: 0)
        else {
            // Wrong frame headers are reported elsewhere.
            isFinished = true
            return
        }
        for frame in frames where frameCount < Self.limit { check(bytes[frame.range], at: offset) }
        pending.removeFirst(end)
        isFinished = frameCount >= Self.limit
        if isFinished { pending = [] }
    }

    private mutating func check(_ frame: ArraySlice<UInt8>, at offset: UInt64) {
        guard let header = try? ADTSHeader(frame, at: 0),
            header.fixedHeader.audioObjectType == Self.lowComplexity
        else {
            return
        }
        defer { frameCount += 1 }
        do throws(ParseError) {
            _ = try AACFrame(frame, at: 0)
        } catch {
            failureCount += 1
            guard fault == nil else { return }
            fault = SyntaxFault(
                offset: offset,
                structure: "decrypted AAC frame \(frameCount)",
                found: error.found,
                expected: error.expected
            )
        }
    }
}
