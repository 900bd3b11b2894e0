import MediaSyntax

/// Feeds a stream to `SegmentSyntax` whole and in chunks, and compares the verdicts.
///
/// The first byte selects what the playlist says of the stream, the second determines the sizes of the
/// chunks; the rest is the stream. Also checks that a fault lies inside the stream or at its end, and that
/// all bytes are counted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMediaSyntax(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let roles: [ExpectedSyntax.Role] = [.mediaSegment, .initializationSection, .iFrameRange]
    var expectation = ExpectedSyntax(
        role: roles[Int(input[0] & 0x3) % roles.count],
        hasInitializationSection: input[0] & 0x4 != 0,
        requiresTimestampTag: input[0] & 0x8 != 0
    )
    expectation.hasEncryptedSamples = input[0] & 0x10 != 0
    let stream = Array(input.dropFirst(2))
    var seed = UInt32(input[1])
    let whole = verdict(stream, expectation) { stream.count }
    let pieces = verdict(stream, expectation) {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return Int(seed >> 24) % (seed & 0x1000 == 0 ? 7 : 200)
    }
    precondition(whole.fault == pieces.fault, "\(whole.fault as Any) or \(pieces.fault as Any)")
    precondition(whole.kind == pieces.kind && whole.start == pieces.start)
    precondition(whole.length == UInt64(stream.count) && pieces.length == whole.length)
    if let fault = whole.fault {
        precondition(fault.offset <= UInt64(stream.count), fault.description)
        precondition(!fault.found.isEmpty && !fault.expected.isEmpty)
    }
    if let start = whole.start { precondition(start.canFollow(start)) }
    return 0
}

/// Checks a stream in chunks of the sizes that `nextSize` returns; 0 is an empty chunk.
private func verdict(
    _ stream: [UInt8],
    _ expectation: ExpectedSyntax,
    nextSize: () -> Int
) -> SegmentSyntax {
    var shape = SegmentSyntax(expecting: expectation)
    var position = 0
    while position < stream.count {
        let end = min(position + nextSize(), stream.count)
        shape.consume(stream.span.extracting(position..<end))
        position = end
    }
    shape.finish()
    return shape
}
