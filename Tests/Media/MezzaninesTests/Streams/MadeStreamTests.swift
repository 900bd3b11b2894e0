import Bitstreams
import ElementaryStreams
import Foundation
import ISOBaseMedia
import Mezzanines
import RepositoryFiles
import Testing

/// Compares the samples read from ffmpeg's streams with those that ffmpeg and ffprobe find.
struct MadeStreamTests {
    private static let names = [
        "ac3-dvb", "eac3-dependent", "hevc", "several-audio-streams", "packets-of-192", "packed-aac",
    ]

    private static let root = Repository.root.path

    /// The folder of the streams, each of them one file.
    private static let folder = Result { () throws -> String in
        let process = ProcessInfo.processInfo.processIdentifier
        let folder = FileManager.default.temporaryDirectory.appending(path: "input-streams-\(process)").path
        _ = try output(root + "/Scripts/make-sample-streams", [folder] + names)
        return folder
    }

    private static func output(_ tool: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    private static func file(_ name: String) throws -> (path: String, bytes: [UInt8]) {
        let folder = try folder.get() + "/" + name
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
            .filter { ["ts", "aac"].contains(URL(filePath: $0).pathExtension) }
            .sorted { ($0.count, $0) < ($1.count, $1) }
        var bytes: [UInt8] = []
        for file in files { bytes += [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + file))) }
        let path = folder + "/whole." + (name.hasPrefix("packed") ? "aac" : "ts")
        if !FileManager.default.fileExists(atPath: path) { try Data(bytes).write(to: URL(filePath: path)) }
        return (path, bytes)
    }

    /// Returns the size and Adler-32 of each packet of a stream, in the form that MP4 has.
    private static func packets(_ path: String, _ specifier: String, _ filter: String) throws -> [String] {
        let filters = filter.isEmpty ? [] : ["-bsf", filter]
        let arguments = ["-v", "error", "-i", path, "-map", "0:" + specifier, "-c", "copy"] + filters
        return try output("ffmpeg", arguments + ["-f", "framecrc", "-"]).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return fields[4] + " " + fields[5]
            }
    }

    /// Returns size and Adler-32 as ffmpeg writes them: its Adler-32 starts at 0.
    private static func adler(_ bytes: [UInt8]) -> String {
        var (first, second): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65521
            second = (second + first) % 65521
        }
        let digits = String(second << 16 | first, radix: 16)
        return "\(bytes.count) 0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    @Test(arguments: names)
    func samplesAndTimesAreThoseOfFFmpeg(_ name: String) throws {
        let (path, bytes) = try Self.file(name)
        let source = InMemoryByteSource(bytes)
        let isPacked = name.hasPrefix("packed")
        let mezzanine =
            isPacked
            ? try PackedAudioInput.read(path: path, source)
            : try TransportStreamInput.read(path: path, source)
        #expect(mezzanine.tracks.isEmpty == false)
        for track in mezzanine.tracks {
            let specifier = isPacked ? "a" : "i:\(track.identifier)"
            let reader = try track.bytes.makeReader()
            let samples = (0..<track.samples.count).map { track.samples[$0] }
            if !isPacked { try Self.compareTimes(track, samples, path, specifier) }
            let contents = try samples.map { try reader.bytes(Int($0.size), at: $0.offset) }
            switch track.format.codec {
            case .aac:
                #expect(try contents.map(Self.adler) == Self.packets(path, specifier, "aac_adtstoasc"))
            case .ac3, .eac3:
                #expect(try contents.map(Self.adler) == Self.packets(path, specifier, ""))
            default:
                #expect(try Self.units(contents) == Self.units(path, specifier, track.format.codec))
            }
        }
    }

    /// Returns the NAL units of a stream, without delimiters, filler data and parameter sets.
    private static func units(
        _ path: String,
        _ specifier: String,
        _ codec: TrackFormat.Codec
    ) throws -> [[UInt8]] {
        let types = codec == .avc ? "7-9|12" : "32-35|38"
        let file = path + ".units"
        _ = try output(
            "ffmpeg",
            [
                "-v", "error", "-y", "-i", path, "-map", "0:" + specifier, "-c", "copy", "-bsf",
                "filter_units=remove_types=" + types, "-f", codec == .avc ? "h264" : "hevc", file,
            ]
        )
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(bytes.span, into: &units)
        return units.map { Array(bytes[$0.range]) }
    }

    /// Returns the NAL units of samples.
    private static func units(_ samples: [[UInt8]]) throws -> [[UInt8]] {
        var units: [[UInt8]] = []
        for sample in samples {
            var reader = ByteReader(sample[...])
            while !reader.isAtEnd { units.append(Array(try reader.read(try reader.uint32()))) }
        }
        return units
    }

    /// Compares times in ticks of 90 kHz, with a tolerance of one, and key frames.
    private static func compareTimes(
        _ track: SourceTrack,
        _ samples: [MovieSample],
        _ path: String,
        _ specifier: String
    ) throws {
        let entries = ["-show_entries", "packet=pts,dts,flags", "-of", "csv=p=0:nk=1"]
        let lines = try output(
            "ffprobe",
            ["-v", "error", "-select_streams", specifier] + entries + [path]
        ).split(separator: "\n").filter { $0.contains("K") || $0.contains("_") }
        try #require(lines.count == samples.count)
        for (line, sample) in zip(lines, samples) {
            let fields = line.split(separator: ",")
            let presentation = MediaTime(
                ticks: track.presentationTime(of: sample),
                timescale: track.timescale
            ).ticks(of: 90_000)
            #expect(abs(presentation - (Int64(fields[0]) ?? -1)) <= 1)
            let lead = MediaTime(ticks: Int64(sample.compositionOffset), timescale: track.timescale)
            #expect(abs(presentation - lead.ticks(of: 90_000) - (Int64(fields[1]) ?? -1)) <= 1)
            #expect(fields[2].contains("K") == sample.isSync)
        }
    }
}
