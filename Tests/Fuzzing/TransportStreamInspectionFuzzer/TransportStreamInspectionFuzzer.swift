import Inspection

/// Inspects a transport stream whole and in chunks, and compares the results.
///
/// The first byte determines the sizes of the chunks; the rest is the stream. Also checks that faults lie
/// inside the stream or at its end, and that no packet is counted twice.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInspection(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 1 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let stream = Array(input.dropFirst())
    var seed = UInt32(input[0])
    let whole = MediaFileInspector.inspect(stream, named: "whole") { stream.count }
    let pieces = MediaFileInspector.inspect(stream, named: "whole") {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return 1 + Int(seed >> 24) % (seed & 0x1000 == 0 ? 7 : 400)
    }
    precondition((whole == nil) == (pieces == nil))
    guard let whole, let pieces else { return 0 }
    precondition(whole.faults == pieces.faults && whole.faultCount == pieces.faultCount)
    for fault in whole.faults {
        precondition(fault.offset <= UInt64(stream.count) && !fault.message.isEmpty, fault.message)
    }
    guard let first = whole.transportStream, let second = pieces.transportStream else {
        preconditionFailure("no transport stream")
    }
    precondition(first.packets == second.packets && first.nullPackets == second.nullPackets)
    precondition(first.packets * UInt64(first.packetSize) <= UInt64(stream.count))
    return 0
}
