import CommonEncryption
import Foundation
import SampleEncryption

/// Prints the protected ranges of AV1 samples, a line for each sample.
///
/// Usage: AV1Ranges FILE, or AV1Ranges --random SEED FILE, which generates such a file. The file contains the
/// length of configOBUs and configOBUs, then for each segment the number of its samples, and for each sample
/// its length and its bytes; numbers have four bytes, big endian. A line is "START+LENGTH" for each range, or
/// "-". If a segment is refused, its line is "refused: WHY", and its remaining samples are skipped.
@main
enum AV1Ranges {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 3, arguments.first == "--random", let seed = UInt64(arguments[2]) {
            let stream = RandomStream(seed: seed)
            try LengthPrefixedFile(stream.configuration, stream.samples).write(
                to: URL(filePath: arguments[3])
            )
        } else if arguments.count == 1 {
            try printRanges(of: Data(contentsOf: URL(filePath: arguments[1])))
        } else {
            print("usage: AV1Ranges [--random SEED] FILE")
            exit(64)
        }
    }

    private static func printRanges(of data: Data) throws {
        var file = LengthPrefixedFile(data)
        let configuration = file.readBytes(file.number())
        while !file.isAtEnd {
            let samples = (0..<file.number()).map { _ in file.nextRange(count: file.number()) }
            do {
                var ranges = try TileDataFinder(configuration: configuration)
                for range in samples {
                    var sample = FileSample(bytes: file.bytes, fileRange: range)
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
