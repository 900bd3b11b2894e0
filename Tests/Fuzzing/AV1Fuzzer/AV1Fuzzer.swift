import Bitstreams
import CommonEncryption
import ElementaryStreams
import SampleEncryption

/// Finds the protected ranges (tiles) in samples of AV1.
///
/// The input is the length of configOBUs (one byte) and configOBUs, then for each sample its length (two
/// bytes, big endian) and its bytes. Checks that ranges are in order, within the sample and within the
/// payloads of OBU_FRAME and OBU_TILE_GROUP, and that the last range reaches the end of its payload.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAV1(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let length = input.first else { return 0 }
    let configuration = Array(input.dropFirst().prefix(Int(length)))
    guard var finder = try? TileDataFinder(configuration: configuration) else { return 0 }
    var rest = input.dropFirst(1 + configuration.count)
    while rest.count >= 2 {
        let size = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let content = Array(rest.dropFirst(2).prefix(size))
        rest = rest.dropFirst(2 + content.count)
        var sample = InspectedSample(content: content)
        var ranges: [Range<Int>] = []
        guard (try? finder.append(of: &sample, to: &ranges)) != nil else { return 0 }
        check(ranges, in: content)
    }
    return 0
}

/// A sample that stops the fuzzer if bytes outside of it are requested.
private struct InspectedSample: SampleBytes {
    let content: [UInt8]

    var count: Int { content.count }
    var offset: UInt64 { 0 }

    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= content.count, "read outside of the sample")
        return content[range]
    }
}

private func check(_ ranges: [Range<Int>], in content: [UInt8]) {
    var rest = ranges[...]
    var position = 0
    while position < content.count {
        guard let header = try? AV1OBUHeader(content[position...], at: 0) else {
            preconditionFailure("a unit that cannot be read was passed over")
        }
        let start = position + header.length
        let end = header.payloadLength.map { start + Int($0) } ?? content.count
        precondition(end <= content.count, "a unit ends behind the sample")
        let hasTiles = header.type == .frame || header.type == .tileGroup
        var last = start
        while let range = rest.first, range.lowerBound < end {
            precondition(hasTiles && !range.isEmpty, "a range in something else than tiles")
            precondition(range.lowerBound >= last && range.upperBound <= end, "ranges overlap or leave")
            last = range.upperBound
            rest = rest.dropFirst()
        }
        precondition(!hasTiles || last == end, "bytes behind the last tile")
        position = end
    }
    precondition(rest.isEmpty, "ranges behind the sample")
}
