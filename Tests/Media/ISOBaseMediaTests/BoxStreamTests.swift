import Bitstreams
import ISOBaseMedia
import Testing

struct BoxStreamTests {
    /// Returns the events of a walk through the boxes, as text.
    private func walk(_ bytes: [UInt8], chunk size: Int, limit: Int = 100) -> [String] {
        var stream = BoxStream(wantedTypes: ["moof", "ftyp"], bodyLimit: limit)
        var log: [String] = []
        func appendToLog(_ event: BoxStream.Event) {
            switch event {
            case .start(let header, let offset): log.append("\(header.type)@\(offset)")
            case .body(let box): log.append("\(box.type)=\(Array(box.body))@\(box.bodyOffset)")
            }
        }
        do throws(ParseError) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let chunk = Array(bytes[start..<min(start + size, bytes.count)])
                var position = 0
                while let event = try stream.next(in: chunk.span, at: &position) { appendToLog(event) }
            }
            if let event = try stream.finish() { appendToLog(event) }
        } catch {
            log.append("error@\(error.offset)")
        }
        return log
    }

    @Test(
        arguments: [
            ("empty", [], []),
            (
                "boxes", box("ftyp", [1, 2]) + box("mdat", [9, 9, 9]), ["ftyp@0", "ftyp=[1, 2]@8", "mdat@10"]
            ),
            ("empty wanted box", box("moof"), ["moof@0", "moof=[]@8"]),
            ("wanted box to the end", u32(0) + code("moof") + [5], ["moof@0", "moof=[5]@8"]),
            ("mdat to the end", u32(0) + code("mdat") + [5], ["mdat@0"]),
            ("64-bit size", u32(1) + code("ftyp") + u64(17) + [5], ["ftyp@0", "ftyp=[5]@16"]),
            (
                "above the limit", box("moof", [UInt8](repeating: 0, count: 101)) + box("free"),
                ["moof@0", "free@109"]
            ),
            (
                "body cut short", box("free") + box("mdat", [1, 2]).dropLast(),
                ["free@0", "mdat@8", "error@8"]
            ),
            ("header cut short", box("free") + [0, 0, 0], ["free@0", "error@8"]),
            (
                "size that reaches beyond 64 bits", box("free") + u32(1) + code("mdat") + u64(.max),
                ["free@0", "mdat@8", "error@8"]
            ),
            ("garbage", box("free") + [1, 2, 3, 4, 5, 6, 7, 8], ["free@0", "error@12"]),
        ] as [(String, [UInt8], [String])]
    )
    func walks(name: String, bytes: [UInt8], expected: [String]) {
        for size in [1, 2, 3, 7, 1000] {
            #expect(walk(bytes, chunk: size) == expected, "\(name), chunks of \(size)")
        }
    }
}
