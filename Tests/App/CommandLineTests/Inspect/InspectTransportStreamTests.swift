import Foundation
import Testing

/// The report of `inspect` on media files.
struct InspectTransportStreamTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private struct Report: Decodable {
        struct Packets: Decodable {
            let count: Int
            let gaps: Int
        }
        struct Setup: Decodable {
            let type: String
            let data: String
        }
        struct Protection: Decodable {
            let method: String
            let audioSetup: Setup?
        }
        struct Stream: Decodable {
            let pid: String
            let streamType: String
            let name: String
            let codec: String?
            let samples: Int?
            let packets: Packets
            let protection: Protection?
        }
        struct Program: Decodable {
            let number: Int
            let streams: [Stream]
        }
        struct TransportStream: Decodable {
            let packetSize: Int
            let packets: Int
            let programs: [Program]
        }
        struct PackedAudio: Decodable {
            let codec: String?
            let timestamp: Int?
            let frames: Int?
            let protection: Protection?
        }
        struct Fault: Decodable {
            let offset: Int
            let message: String
        }
        let kind: String
        let bytes: Int
        let transportStream: TransportStream?
        let packedAudio: PackedAudio?
        let faults: [Fault]
    }

    private func report(of name: String) throws -> Report {
        try workspace.fairlead("inspect", workspace.path(name), "--format", "json").succeeds()
            .json(Report.self)
    }

    private func firstSegment(of sample: Sample, ending: String) throws -> String {
        let folder = try workspace.copy(sample)
        return try #require(
            try workspace.tree("in").keys.sorted().first { $0.hasSuffix(ending) }.map { "in/" + $0 },
            "\(folder)"
        )
    }

    @Test func `A transport stream`() throws {
        let name = try firstSegment(of: .transportStream, ending: ".ts")
        let report = try report(of: name)
        #expect(report.kind == "mpeg-ts" && report.faults.isEmpty)
        let stream = try #require(report.transportStream)
        #expect(stream.packetSize == 188)
        #expect(stream.packets * 188 == report.bytes)
        let first = try #require(stream.programs.first?.streams.first)
        #expect(first.protection == nil && first.packets.gaps == 0 && first.codec != nil)
        let text = try workspace.fairlead("inspect", workspace.path(name)).succeeds().text
        for part in ["STREAMS", first.pid, first.streamType, "COUNTERS", "FAULTS\nnone"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `A damaged transport stream is shown as far as it goes`() throws {
        let name = try firstSegment(of: .transportStream, ending: ".ts")
        var data = try workspace.data(name)
        data.insert(contentsOf: [1, 2, 3], at: 188 * 10)
        try workspace.write(data, to: "damaged.ts")
        let report = try report(of: "damaged.ts")
        #expect(report.faults.map(\.offset) == [1880])
        #expect(report.transportStream?.programs.count == 1)
    }

    @Test func `Packed audio`() throws {
        let name = try firstSegment(of: .packedAudio, ending: ".aac")
        let report = try report(of: name)
        #expect(report.kind == "packed-audio" && report.faults.isEmpty)
        #expect(report.packedAudio?.codec == "mp4a.40.2")
        #expect(report.packedAudio?.timestamp != nil && report.packedAudio?.frames ?? 0 > 0)
        #expect(report.packedAudio?.protection == nil)
        try workspace.fairlead("inspect", workspace.path(name)).succeeds()
    }

    /// An ID3 tag with an audio description, built by hand (PRIV, owner, type, priming, version, length,
    /// data).
    @Test func `Protected packed audio`() throws {
        let owner = Array("com.apple.streaming.audioDescription".utf8) + [0]
        let body = owner + Array("zaac".utf8) + [0, 0, 1, 2, 0x11, 0x90]
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        // An AAC frame of 16 bytes: 48 kHz, stereo.
        let audio: [UInt8] = [0xFF, 0xF1, 0x4C, 0x80, 0x02, 0x1F, 0xFC] + [UInt8](repeating: 1, count: 9)
        try workspace.write(Data(tag + audio), to: "a.aac")
        let report = try report(of: "a.aac")
        #expect(report.faults.isEmpty)
        #expect(report.packedAudio?.protection?.method == "SAMPLE-AES")
        #expect(report.packedAudio?.protection?.audioSetup?.data == "1190")
        #expect(report.packedAudio?.frames == 1)
    }

    @Test(
        arguments: [
            ("one sync byte", [0x47]),
            ("part of a packet", [0x47, 0x40, 0x00] + [UInt8](repeating: 0xFF, count: 90)),
            ("an ID3 tag alone", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]),
        ] as [(String, [UInt8])]
    )
    func `What is no whole media file is 65`(name: String, bytes: [UInt8]) throws {
        try workspace.write(Data(bytes), to: "a.ts")
        let outcome = try workspace.fairlead("inspect", workspace.path("a.ts"))
        outcome.fails(65, "a.ts")
        #expect(outcome.output.isEmpty)
    }
}
