import Foundation

/// The output of ffprobe for a file, the independent reference of these tests.
struct FFprobe: Decodable {
    struct Stream: Decodable {
        let index: Int
        let codec_name: String?
        let codec_type: String
        let profile: String?
        let level: Int?
        let width: Int?
        let height: Int?
        let time_base: String
        let sample_rate: String?

        /// The ticks per second.
        var timescale: Int { Int(time_base.split(separator: "/").last ?? "") ?? 0 }
    }

    struct Packet: Decodable {
        let stream_index: Int
        let pts: Int?
        let dts: Int?
        let duration: Int?
        let flags: String
    }

    let streams: [Stream]
    let packets: [Packet]

    /// Runs `ffprobe -show_streams -show_packets` with options that keep time stamps and samples unchanged.
    static func run(on name: String, in folder: ScratchFolder) throws -> FFprobe {
        let options = [
            "-v", "error", "-of", "json", "-show_streams", "-show_packets",
            // Edit lists would shift and drop samples, but the probe reports what the fragments list.
            "-ignore_editlist", "1", "-correct_ts_overflow", "0",
        ]
        let usable =
            name.hasSuffix(".mp4") ? options : options.filter { $0 != "-ignore_editlist" && $0 != "1" }
        let data = try Tool.run("ffprobe", usable + [name], in: folder.url)
        return try JSONDecoder().decode(FFprobe.self, from: data)
    }

    func packets(of stream: Stream) -> [Packet] { packets.filter { $0.stream_index == stream.index } }
}
