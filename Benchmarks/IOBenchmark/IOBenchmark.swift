import Foundation
import Glibc

/// Measures ways to read, encrypt and write files.
///
/// All cases run in interleaved rounds, after a first one that does not count and compares results with the
/// expected bytes. Usage: `IOBenchmark FOLDER memory|disk ROUNDS MEGABYTES PATTERN` prints a line for each
/// run: form, cache (warm or cold), task, threads, way, seconds, seconds with syncfs(2), processor seconds;
/// separated by tabs. See Benchmarks/README.md.
@main
struct IOBenchmark {
    let folder: String
    let isDisk: Bool
    let media: Media

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let rounds = Int(arguments[3]), let megabytes = Int(arguments[4]) else {
            throw FileCallFailure("usage", code: EINVAL)
        }
        let isDisk = arguments[2] == "disk"
        let benchmark = IOBenchmark(
            folder: arguments[1],
            isDisk: isDisk,
            media: try Media(resourceCount: max(2, megabytes / 5))
        )
        try benchmark.run(Case.all(isDisk: isDisk, matching: arguments[5]), rounds: rounds)
    }

    private func run(_ cases: [Case], rounds: Int) throws {
        for form in Set(cases.map(\.form)) {
            guard let first = cases.first(where: { $0.form == form }) else { continue }
            try media.write(first.resources(of: media), to: source(of: first))
        }
        var measured: [Case] = []
        for each in cases {
            do {
                _ = try run(each, isProof: true)
                measured.append(each)
            } catch let failure as FileCallFailure where failure.isLackOfSupport && each.way != nil {
                Media.remove(target, each.resources(of: media))
                print(line(each, ["-", "-", "-"]))
            }
        }
        for _ in 0..<rounds {
            for each in measured {
                let sample = try run(each, isProof: false)
                let times = [sample.seconds, sample.syncedSeconds, sample.processorSeconds]
                print(line(each, times.map { String(format: "%.6f", $0) }))
            }
        }
    }

    private func run(_ each: Case, isProof: Bool) throws -> Case.Sample {
        let resources = each.resources(of: media)
        if each.isCold {
            try media.forget(resources, in: source(of: each))
        } else {
            try media.recall(resources, in: source(of: each))
        }
        let sample = try each.run(media, from: source(of: each), to: target)
        if isProof, !(try media.equals(resources, in: target, encrypted: each.encrypts)) {
            FileHandle.standardError.write(Data("error: other bytes than expected: \(line(each, []))\n".utf8))
            exit(1)
        }
        Media.remove(target, resources)
        return sample
    }

    private func source(of each: Case) -> String { "\(folder)/\(each.form.rawValue)" }
    private var target: String { "\(folder)/result" }

    private func line(_ each: Case, _ values: [String]) -> String {
        let names = [
            each.form.rawValue,
            each.isCold ? "cold" : "warm",
            each.encrypts ? "encrypt" : "copy",
            String(each.threads),
            each.way?.name ?? "cp -r",
        ]
        return (names + values).joined(separator: "\t")
    }
}
