import Bitstreams
import MediaProbing

/// Probes a stream whole and in chunks, and compares the results.
///
/// The first two bytes are the length of an initialization section before the stream (0: none), the third
/// determines the sizes of the chunks; the rest is the section and the stream. Also checks that an error lies
/// inside the stream or at its end, and that durations can be computed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMediaProbe(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 3 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let sectionLength = Int(input[0]) << 8 | Int(input[1])
    let section = Array(input.dropFirst(3).prefix(sectionLength))
    let stream = Array(input.dropFirst(3 + sectionLength))
    var initialization: MediaInitialization?
    if !section.isEmpty {
        initialization = verdict(section, nil, skipping: true) { section.count }.initialization
    }
    var seed = UInt32(input[2])
    let whole = verdict(stream, initialization, skipping: false) { stream.count }
    let pieces = verdict(stream, initialization, skipping: seed & 1 == 1) {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return 1 + Int(seed >> 24) % (seed & 0x1000 == 0 ? 7 : 200)
    }
    precondition(whole.content == pieces.content && whole.error == pieces.error, "\(whole) or \(pieces)")
    if let error = whole.error {
        precondition(error.offset <= UInt64(stream.count), error.description)
    }
    if let timing = whole.content?.mainTrack?.timing {
        precondition(timing.length?.duration ?? .zero >= .zero)
        precondition(timing.distance(to: timing) ?? .zero == .zero)
    }
    return 0
}

private struct Verdict {
    var content: MediaContent?
    var error: ParseError?
    var initialization: MediaInitialization?
}

/// Probes a stream in chunks of the sizes that `nextSize` returns.
private func verdict(
    _ stream: [UInt8],
    _ initialization: MediaInitialization?,
    skipping: Bool,
    nextSize: () -> Int
) -> Verdict {
    var probe = MediaProbe(initialization: initialization)
    var verdict = Verdict()
    var position = 0
    do throws(ParseError) {
        while position < stream.count {
            if skipping, probe.skippableCount > 0 {
                let skipped = Int(min(probe.skippableCount, UInt64(stream.count - position)))
                probe.skip(UInt64(skipped))
                position += skipped
                continue
            }
            let end = min(position + nextSize(), stream.count)
            try probe.consume(stream.span.extracting(position..<end))
            position = end
        }
        verdict.content = try probe.finish()
        verdict.initialization = probe.foundInitialization
    } catch {
        verdict.error = error
    }
    return verdict
}
