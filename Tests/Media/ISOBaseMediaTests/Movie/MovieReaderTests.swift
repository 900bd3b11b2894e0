import Foundation
import ISOBaseMedia
import RepositoryFiles
import Testing

/// Compares the movie reader with ffprobe, sample by sample.
struct MovieReaderTests {
    private static let mezzanines = Repository.sampleMedia.appending(path: "mezzanines")

    @Test(arguments: ["h264-aac", "h264-ac3", "h264-eac3", "hevc-aac"])
    func progressiveMoviesAreThoseOfFFprobe(name: String) throws {
        try compare(Self.mezzanines.appending(path: name + ".mp4").path, isFragmented: false)
    }

    @Test(
        arguments: [
            "frag_keyframe+empty_moov+default_base_moof",
            // Absolute data offsets.
            "frag_keyframe+empty_moov",
            // Data offsets from the end of the previous track fragment.
            "frag_every_frame+empty_moov+omit_tfhd_offset",
            "frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets",
            // The first samples are listed in `moov`.
            "frag_keyframe",
        ]
    )
    func fragmentsAreThoseOfFFprobe(flags: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fairlead-\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        let source = Self.mezzanines.appending(path: "h264-aac.mp4").path
        _ = try run(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-i", source, "-c", "copy", "-movflags", flags, file.path]
        )
        try compare(file.path, isFragmented: true)
    }

    private func compare(_ path: String, isFragmented: Bool) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let read = { (offset: UInt64, count: Int) in Array(bytes[Int(offset)..<Int(offset) + count]) }
        var reader = try MovieReader(fileSize: UInt64(bytes.count), read: read)
        #expect(reader.movie.isFragmented == isFragmented)
        var samples: [UInt32: [MovieSample]] = [:]
        for track in reader.movie.tracks {
            var iterator = reader.samples(of: track)
            while let sample = try iterator.next() { samples[track.trackID, default: []].append(sample) }
        }
        while let fragment = try reader.nextFragment(read: read) {
            for track in fragment.tracks {
                var iterator = track.samples
                while let sample = try iterator.next() { samples[track.trackID, default: []].append(sample) }
            }
        }
        for (index, track) in reader.movie.tracks.enumerated() {
            // If composition offsets are negative, ffprobe shifts all presentation times.
            let shift = min(0, Int64(samples[track.trackID]?.map(\.compositionOffset).min() ?? 0))
            let found = (samples[track.trackID] ?? []).map { sample in
                let pts = Int64(sample.decodeTime) + Int64(sample.compositionOffset) - shift
                return
                    "\(pts),\(sample.decodeTime),\(sample.size),\(sample.offset),\(sample.isSync ? "K" : "_")"
            }
            let expected = try run(
                "ffprobe",
                ["-v", "error", "-ignore_editlist", "1", "-select_streams", "\(index)"]
                    + ["-show_entries", "packet=pts,dts,size,pos,flags", "-of", "csv=p=0", path]
            ).split(separator: "\n").filter { $0.first?.isNumber == true || $0.first == "-" }.map { line in
                let fields = line.split(separator: ",")
                return fields.prefix(4).joined(separator: ",") + "," + fields[4].prefix(1)
            }
            #expect(found.count > 50)
            #expect(found == expected, "track \(track.trackID) of \(path)")
        }
    }

    private func run(_ tool: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
