import Bitstreams
import ISOBaseMedia
import Mezzanines

/// Reads any bytes as an input of `package` and visits all samples.
///
/// Checks that samples and event messages lie within the bytes of their track, that times rise and can be
/// computed, that the sample index gives the same samples in sequence and by number, and that a sample entry
/// is as long as it states.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMezzanine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mezzanine = try? Mezzanine.read(path: "input", InMemoryByteSource(input)) else { return 0 }
    for track in mezzanine.tracks {
        checkSamples(of: track)
        checkEntry(of: track)
        checkEvents(of: track)
    }
    return 0
}

private func checkSamples(of track: SourceTrack) {
    precondition(track.samples.count > 0 && track.timescale > 0)
    var cursor = track.samples.samples()
    var number = 0
    var end: UInt64 = 0
    while let sample = cursor.next() {
        precondition(sample.size > 0 && sample.offset <= track.bytes.size)
        precondition(UInt64(sample.size) <= track.bytes.size - sample.offset)
        precondition(sample.decodeTime >= end)
        precondition(track.samples.isSync(number) == sample.isSync)
        if number % 61 == 0 { precondition(track.samples[number] == sample) }
        _ = track.presentationTime(of: sample)
        end = sample.decodeTime + UInt64(sample.duration)
        number += 1
    }
    precondition(number == track.samples.count && end == track.samples.endTime)
}

private func checkEvents(of track: SourceTrack) {
    var sample = 0
    for event in track.eventMessages {
        precondition(event.box.schemeAndValueRange.upperBound <= track.bytes.size)
        precondition(event.box.messageRange.upperBound <= track.bytes.size)
        precondition(event.sampleNumber >= sample && event.sampleNumber <= track.samples.count)
        sample = event.sampleNumber
    }
}

private func checkEntry(of track: SourceTrack) {
    let entry = track.format.sampleEntry
    let bytes = entry.bytes
    precondition(entry.size == UInt64(bytes.count))
    precondition((track.format.codedSize == nil) == (track.content == .audio))
    precondition((track.format.audio == nil) == (track.content == .video))
    if let audio = track.format.audio { precondition(audio.samplingRate > 0 && audio.channelCount > 0) }
}
