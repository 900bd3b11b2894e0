package import Inspection
import TextFormats

/// The human-readable description of a media file.
package enum MediaFileText {
    package static func text(of file: MediaFileInspection) -> String {
        var blocks: [String] = []
        if let stream = file.transportStream { blocks += TransportStreamText.blocks(of: stream, in: file) }
        if let movie = file.mp4 { blocks += MP4Text.blocks(of: movie, in: file) }
        if let audio = file.packedAudio { blocks.append(text(of: audio, in: file)) }
        blocks.append(faults(file))
        return InspectionText.printable(blocks.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private static func text(of audio: PackedAudioInspection, in file: MediaFileInspection) -> String {
        let parts: [String?] = [
            codec(audio.codec, audio.alternatives), audio.frames.map { CountText.text($0, "frame") },
            audio.duration.map { "\($0.roundedDescription) s" }, ByteCount.text(file.bytes),
        ]
        var lines = ["\(file.file): packed audio, " + parts.compactMap(\.self).joined(separator: ", ")]
        lines.append(audio.timestamp.map { "timestamp " + time($0) } ?? "without timestamp")
        lines.append(
            audio.protection.map { "protected: " + protection($0) } ?? "no ID3 tag signals protection"
        )
        return lines.joined(separator: "\n  ") + "\n"
    }

    /// Returns a codec with its alternatives.
    static func codec(_ codec: String?, _ alternatives: [String]) -> String? {
        codec.map { alternatives.isEmpty ? $0 : $0 + " (or " + alternatives.joined(separator: ", ") + ")" }
    }

    /// Returns a time in 90 kHz ticks and in seconds.
    static func time(_ ticks: UInt64) -> String {
        let milliseconds = ticks / 90
        let fraction = String(milliseconds % 1000)
        return "\(ticks) (\(milliseconds / 1000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction + " s)"
    }

    /// Returns the description of a stream's protection.
    static func protection(_ protection: ProtectionInspection) -> String {
        guard let setup = protection.audioSetup else { return "\(protection.method) of \(protection.codec)" }
        return "\(protection.method) of \(protection.codec), audio setup '\(setup.type)': \(setup.words)"
            + ", priming \(setup.priming), data \(setup.data)"
    }

    private static func faults(_ file: MediaFileInspection) -> String {
        guard file.faultCount > 0 else { return "FAULTS\nnone\n" }
        let lines = file.faults.map { fault in
            "byte \(fault.offset)" + (fault.packet.map { " (packet \($0))" } ?? "") + ": \(fault.message)\n"
        }
        let omittedCount = file.faultCount - UInt64(file.faults.count)
        return "FAULTS\n" + lines.joined() + (omittedCount > 0 ? "and \(omittedCount) more\n" : "")
    }
}
