import Bitstreams
import ElementaryStreams
import SampleEncryption

/// Feeds an elementary stream to `AudioFrameScanner` and `AudioSetupReader`, whole and in pieces, and
/// compares.
///
/// The first byte selects the codec, or says that the rest is one AAC block, which then gets an ADTS header;
/// the second byte determines the sizes of the pieces. Also checks that frames are contiguous and that a
/// fault lies inside the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAudioFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let codecs: [AudioFrameScanner.Codec] = [.aac, .ac3, .eac3, .aac]
    let codec = codecs[Int(input[0] & 3)]
    let stream =
        input[0] & 3 == 3 ? withHeader(Array(input.dropFirst(2)), input[0]) : Array(input.dropFirst(2))
    let whole = scan(codec, stream) { stream.count }
    var seed = UInt32(input[1])
    let pieces = scan(codec, stream) {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return 1 + Int(seed >> 24) % (seed & 0x1000 == 0 ? 7 : 200)
    }
    precondition(whole.frames == pieces.frames && whole.fault?.offset == pieces.fault?.offset)
    var end = 0
    for frame in whole.frames {
        precondition(frame.range.lowerBound == end && frame.range.count > frame.headerSize)
        end = frame.range.upperBound
    }
    precondition(end <= stream.count)
    if let fault = whole.fault { precondition((end...stream.count).contains(Int(fault.offset))) }
    let setup = setup(codec, stream, pieces: stream.count)
    precondition(setup == AudioFramesFuzzer.setup(codec, stream, pieces: 1 + Int(input[1])))
    if case .success(let setup?) = setup {
        let read = try? AudioSetupInformation(setup.bytes[...], at: 0)
        precondition(read == setup)
    }
    return 0
}

/// Returns an ADTS frame around a block; bits of `kind` choose its sampling rate and channels.
private func withHeader(_ block: [UInt8], _ kind: UInt8) -> [UInt8] {
    let block = block.prefix(8000)
    let size = 7 + block.count
    let rate = kind >> 3 & 0xF
    return [
        0xFF, 0xF1, 0x40 | rate << 2, kind & 0x40 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF),
        UInt8(size & 7) << 5 | 0x1F, 0xFC,
    ] + block
}

/// Returns all frames, and the fault after them.
private func scan(
    _ codec: AudioFrameScanner.Codec,
    _ stream: [UInt8],
    nextSize: () -> Int
) -> (frames: [AudioFrame], fault: ParseError?) {
    var scanner = AudioFrameScanner(codec)
    var frames: [AudioFrame] = []
    var position = 0
    var end = 0
    do {
        while end < stream.count {
            end = min(stream.count, end + nextSize())
            position = try scanner.scan(
                stream.span.extracting(..<end),
                from: position,
                isPacketStart: false,
                into: &frames,
                at: 0
            )
        }
    } catch {
        return (frames, error)
    }
    return (frames, position < end ? scanner.truncation(in: stream.span, at: position, offset: 0) : nil)
}

private func setup(
    _ codec: AudioFrameScanner.Codec,
    _ stream: [UInt8],
    pieces: Int
) -> Result<AudioSetupInformation?, SampleEncryptionError> {
    Result { () throws(SampleEncryptionError) in
        var reader = AudioSetupReader(codec)
        for start in stride(from: 0, to: stream.count, by: max(1, pieces)) {
            let end = min(stream.count, start + max(1, pieces))
            let piece = stream.span.extracting(start..<end)
            if try reader.consume(piece, at: UInt64(start)) { break }
        }
        return try reader.finish()
    }
}
