import Bitstreams
import Mezzanines
import Muxing

/// Cuts WebVTT into segments and reads them again: every cue is in exactly the segments that it overlaps.
///
/// The first byte gives the segment duration in tenths of a second, the second the number of segments; the
/// rest is the text. Also checks that files are as long as they state, and that cutting a segment again
/// leaves it unchanged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebVTT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let text = Array(input.dropFirst(2))
    let length = Int64(input[0]) + 1
    let number = Int64(input[1]) % 20 + 1
    let boundaries = (0..<number).map { MediaTime(ticks: $0 * length, timescale: 10) }
    let end = MediaTime(ticks: number * length, timescale: 10)
    guard let segments = cut(text, boundaries, end), let whole = cut(text, [boundaries[0]], end)?.first else {
        return 0
    }
    let all = cues(whole)
    for (index, segment) in segments.enumerated() {
        let (from, to) = (Int64(index) * length * 100, Int64(index + 1) * length * 100)
        let expected = all.filter { $0.start < to && ($0.end > from || $0.start >= from) }
        precondition(cues(segment).map(\.text) == expected.map(\.text))
        precondition(cut(withoutMap(segment), [boundaries[0]], end) == [segment])
    }
    return 0
}

/// Returns the segments of a text, or nil if it is refused.
private func cut(_ text: [UInt8], _ boundaries: [MediaTime], _ end: MediaTime) -> [[UInt8]]? {
    guard
        let segments = try? WebVTTSegments.cut(
            path: "",
            text: text,
            boundaries: boundaries,
            end: end,
            clockStart: 900_000
        )
    else { return nil }
    return segments.rendition.files.map { file in
        guard let bytes = try? file.bytes.makeReader().bytes(Int(file.bytes.size) + 1, at: 0) else {
            preconditionFailure("bytes that are held cannot be had")
        }
        precondition(UInt64(bytes.count) == file.bytes.size)
        return bytes
    }
}

/// Returns a segment without its second line (X-TIMESTAMP-MAP), which a source may not have.
private func withoutMap(_ segment: [UInt8]) -> [UInt8] {
    guard let first = segment.firstIndex(of: 0x0A),
        let second = segment[(first + 1)...].firstIndex(of: 0x0A)
    else { preconditionFailure("no map") }
    precondition(segment[(first + 1)...].starts(with: "X-TIMESTAMP-MAP=MPEGTS:900000,".utf8))
    return Array(segment[...first] + segment[(second + 1)...])
}

private struct Cue {
    let start: Int64
    let end: Int64
    let text: [UInt8]
}

/// Returns the cues of a segment: blocks with an arrow after the header, parsed without the code under test.
private func cues(_ segment: [UInt8]) -> [Cue] {
    lines(segment).split(whereSeparator: \.isEmpty).dropFirst().compactMap { block in
        guard let times = block.prefix(2).first(where: { text($0).contains("-->") }) else { return nil }
        let parts = text(times).split(separator: "-->", maxSplits: 1).map { part in
            part.split { $0 == " " || $0 == "\t" }.first.map { milliseconds(String($0)) } ?? -1
        }
        guard parts.count == 2 else { preconditionFailure("no times") }
        return Cue(start: parts[0], end: parts[1], text: Array(block.joined(separator: [0x0A])))
    }
}

private func text(_ line: ArraySlice<UInt8>) -> String {
    // Scalars, not characters: a combining mark after the arrow would hide it.
    String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
}

private func lines(_ segment: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var position = 0
    while position < segment.count {
        guard segment[position] == 0x0A || segment[position] == 0x0D else {
            position += 1
            continue
        }
        lines.append(segment[start..<position])
        let isPair = segment[position...].starts(with: [0x0D, 0x0A])
        position += isPair ? 2 : 1
        start = position
    }
    return lines
}

private func milliseconds(_ time: String) -> Int64 {
    let parts = time.split(separator: ":").reversed()
    var (result, unit): (Int64, Int64) = (0, 60_000)
    for (index, part) in parts.enumerated() {
        if index == 0 {
            result += Int64(part.filter { $0 != "." }) ?? -1
        } else {
            result += (Int64(part) ?? -1) * unit
            unit *= 60
        }
    }
    return result
}
