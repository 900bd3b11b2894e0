import Foundation
import SampleEncryption

/// Prints the protected ranges of AV1 samples, a line for each sample.
///
/// Usage: AV1Ranges FILE. The file has the length of configOBUs and configOBUs, then for each segment the number of its
/// samples, and for each sample its length and its bytes; numbers have four bytes, big endian. A line is "START+LENGTH"
/// for each range, or "-"; where a segment is refused, "refused: WHY", and its other samples are passed over.
@main
enum AV1Ranges {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: AV1Ranges FILE")
            exit(64)
        }
        var file = LengthPrefixedFile(try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
        let configuration = file.take(file.number())
        while !file.isAtEnd {
            let samples = (0..<file.number()).map { _ in file.place(file.number()) }
            do {
                var ranges = try AV1ProtectedRanges(configuration: configuration)
                for place in samples {
                    var sample = FileSample(bytes: file.bytes, place: place)
                    var found: [Range<Int>] = []
                    try ranges.append(of: &sample, to: &found)
                    print(
                        found.isEmpty
                            ? "-" : found.map { "\($0.lowerBound)+\($0.count)" }.joined(separator: " ")
                    )
                }
            } catch {
                print("refused: \(error)")
            }
        }
    }
}
