import Inspection

/// Inspects bytes as an MP4 file.
///
/// Checks that faults lie in the file and that the boxes at the top level are contiguous.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMP4Inspection(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let file = MediaFileInspector.inspectMP4(input, named: "a.mp4"), let movie = file.mp4 else {
        return 0
    }
    for fault in file.faults { precondition(fault.offset <= UInt64(count), "\(fault)") }
    var end: UInt64 = 0
    for box in movie.boxes {
        precondition(box.offset == end && end < UInt64(count))
        end = min(UInt64(count), box.offset + min(box.size, UInt64(count)))
    }
    return 0
}
