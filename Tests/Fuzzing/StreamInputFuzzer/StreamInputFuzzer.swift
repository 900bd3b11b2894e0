import Bitstreams
import ISOBaseMedia
import Mezzanines

/// Reads bytes as a transport stream and as packed audio, and then all samples that were found.
///
/// Each sample has to be complete, and the same bytes whether read in order or from the last to the first;
/// decode times may not decrease.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStreamInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let source = InMemoryByteSource(input)
    if let mezzanine = try? TransportStreamInput.read(path: "in.ts", source) { check(mezzanine) }
    if let mezzanine = try? PackedAudioInput.read(path: "in.aac", source) { check(mezzanine) }
    return 0
}

private func check(_ mezzanine: Mezzanine) {
    for track in mezzanine.tracks {
        precondition(track.timescale > 0 && track.samples.count > 0)
        guard let reader = try? track.bytes.makeReader(), let secondReader = try? track.bytes.makeReader()
        else {
            preconditionFailure("no reader")
        }
        var samples = track.samples.samples()
        var whole: [[UInt8]] = []
        var time: UInt64 = 0
        while let sample = samples.next() {
            precondition(sample.decodeTime >= time, "\(sample)")
            time = sample.decodeTime
            let bytes: [UInt8]
            do throws(ByteSourceError) {
                bytes = try reader.bytes(Int(sample.size), at: sample.offset)
            } catch {
                preconditionFailure("\(sample): \(error)")
            }
            precondition(bytes.count == Int(sample.size), "\(sample)")
            whole.append(bytes)
        }
        precondition(whole.reduce(0) { $0 + UInt64($1.count) } == track.bytes.size)
        for number in whole.indices.reversed().prefix(64) {
            let sample = track.samples[number]
            let bytes = try? secondReader.bytes(Int(sample.size), at: sample.offset)
            precondition(bytes == whole[number], "\(sample)")
        }
    }
}
