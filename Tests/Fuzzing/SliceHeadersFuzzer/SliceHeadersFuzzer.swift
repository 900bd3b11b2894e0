import Bitstreams
import ElementaryStreams

/// Reads the bytes after the first as NAL units and measures the headers of their slices.
///
/// If the first byte is odd, the units are HEVC, otherwise AVC. Also checks that exactly those prefixes of a
/// slice that contain its header are long enough; shorter ones are truncated.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSliceHeaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let stream = Array(input.dropFirst())
    var units: [AnnexBNALUnit] = []
    _ = AnnexBScanner.scan(stream.span, into: &units)
    if first % 2 == 0 {
        var reader = AVCSliceHeaderReader()
        for unit in units {
            let bytes = stream[unit.range]
            try? reader.store(parameterSet: bytes, at: UInt64(unit.range.lowerBound))
            check(bytes) { (prefix) throws(ParseError) in try reader.clearLength(ofSlice: prefix, at: 0) }
        }
    } else {
        var reader = HEVCSliceHeaderReader()
        for unit in units {
            let bytes = stream[unit.range]
            try? reader.store(parameterSet: bytes, at: UInt64(unit.range.lowerBound))
            check(bytes) { (prefix) throws(ParseError) in try reader.clearLength(ofSlice: prefix, at: 0) }
        }
    }
    return 0
}

/// Measures a NAL unit and prefixes of it.
private func check(_ unit: ArraySlice<UInt8>, _ measure: (ArraySlice<UInt8>) throws(ParseError) -> Int) {
    guard let length = try? measure(unit) else { return }
    precondition((1...unit.count).contains(length), "a header of \(length) of \(unit.count) bytes")
    precondition((try? measure(unit.prefix(length))) == length, "another length of the header alone")
    for cut in Set([0, length / 2, length - 1]) {
        do throws(ParseError) {
            let found = try measure(unit.prefix(cut))
            preconditionFailure("a header of \(found) bytes in \(cut) of \(length)")
        } catch .truncated(_, let needed, let available) {
            precondition(available == UInt64(cut) && needed > available, "truncated at another place")
        } catch {
            preconditionFailure("not truncated: \(error)")
        }
    }
}
