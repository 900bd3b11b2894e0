import Bitstreams
import MediaProbing
import TestRandomness
import Testing

/// Damaged streams give a result or an error with its offset, the same for any chunk size.
struct HostileStreamTests {
    private static let names = [
        "ts/video/240p/segment0.ts", "fmp4/video/240p/segment0.m4s", "fmp4/video/240p/init.mp4",
        "packed-audio/7.aac", "ts/subtitles/en/segment0.vtt",
    ]

    private enum Verdict: Equatable {
        case content(MediaContent)
        case failure(ParseError)
    }

    private func verdict(
        _ bytes: [UInt8],
        chunk: Int,
        skipping: Bool,
        _ initialization: MediaInitialization?
    ) -> Verdict {
        do throws(ParseError) {
            return .content(
                try probeBoth(bytes, chunk: chunk, skipping: skipping, initialization: initialization).content
            )
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: names)
    func answersToCutStreams(name: String) throws {
        let bytes = try Samples.bytes(name)
        let known = try probeBoth(try Samples.bytes("fmp4/video/240p/init.mp4")).initialization
        var lengths = Array(0..<min(bytes.count, 300))
        lengths += stride(from: 300, to: bytes.count, by: max(1, bytes.count / 20))
        for length in lengths {
            let cut = Array(bytes.prefix(length))
            if case .failure(let error) = verdict(cut, chunk: 4096, skipping: true, known) {
                #expect(error.offset <= UInt64(length), "\(name) of \(length) bytes: \(error)")
            }
        }
    }

    @Test(arguments: names)
    func answersToChangedStreams(name: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let bytes = Array(try Samples.bytes(name).prefix(8000))
        let known = try probeBoth(try Samples.bytes("fmp4/video/240p/init.mp4")).initialization
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Headers and tables are mostly at the beginning.
                let reach = Bool.random(using: &generator) ? min(400, changed.count) : changed.count
                changed[Int.random(in: 0..<reach, using: &generator)] = .random(
                    in: 0 ... .max,
                    using: &generator
                )
            }
            let whole = verdict(changed, chunk: changed.count, skipping: false, known)
            let chunk = Int.random(in: 1...600, using: &generator)
            #expect(whole == verdict(changed, chunk: chunk, skipping: true, known), "seed \(seed)")
            #expect(whole == verdict(changed, chunk: chunk, skipping: false, known), "seed \(seed)")
        }
    }
}
