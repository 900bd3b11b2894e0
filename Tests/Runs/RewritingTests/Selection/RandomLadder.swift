import TestRandomness

@testable import Rewriting

/// Random multivariant playlists, most of them without lint errors, and random selections from them.
enum RandomLadder {
    private static let sizes = ["416x234", "640x360", "1280x720", "720x1280", "1920x1080"]
    private static let languages = [
        ("English", "en"), ("Deutsch", "de"), ("Français", "fr-CA"), ("Signs", ""),
    ]

    static func text(_ random: inout SeededGenerator) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
        let isSteered = Bool.random(using: &random)
        if isSteered { lines.append("#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\",PATHWAY-ID=\"A\"") }
        let audio = Array(["aac", "ec3", "ac3"].prefix(Int.random(in: 0...3, using: &random)))
        let members = languages.filter { _ in Bool.random(using: &random) }
        let hasText = Bool.random(using: &random) && !members.isEmpty
        let hasCaptions = Bool.random(using: &random)
        let isOdd = Int.random(in: 0..<8, using: &random) == 0
        for group in audio where !members.isEmpty {
            let rest = isOdd ? Array(members.dropLast()) : members
            for (index, member) in (group == "ec3" ? rest : members).enumerated() {
                let isInVariant = index == 0 && group == "ac3"
                lines.append(
                    rendition("AUDIO", group, member)
                        + (index == 0 ? ",DEFAULT=YES,AUTOSELECT=YES" : "")
                        + (isInVariant ? "" : ",URI=\"\(group)/\(index).m3u8\"")
                )
            }
        }
        if hasText {
            lines += members.map { rendition("SUBTITLES", "s", $0) + ",URI=\"s/\($0.0).m3u8\"" }
        }
        if hasCaptions {
            lines.append(rendition("CLOSED-CAPTIONS", "cc", ("CC", "en")) + ",INSTREAM-ID=\"CC1\"")
        }
        if Bool.random(using: &random) {
            lines.append(rendition("AUDIO", "unused", ("English", "en")) + ",URI=\"u.m3u8\"")
        }
        let groups: [String?] = members.isEmpty || audio.isEmpty ? [nil] : audio
        let text = (hasText ? ",SUBTITLES=\"s\"" : "") + (hasCaptions ? ",CLOSED-CAPTIONS=\"cc\"" : "")
        let pathways = isSteered ? ["A", "B"] : [nil]
        for pathway in pathways {
            for group in groups {
                lines += variants(group, pathway, text, &random)
            }
        }
        return lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
            + (Bool.random(using: &random) ? "\n" : "")
    }

    private static func rendition(_ type: String, _ group: String, _ member: (String, String)) -> String {
        "#EXT-X-MEDIA:TYPE=\(type),GROUP-ID=\"\(group)\",NAME=\"\(member.0)\""
            + (member.1.isEmpty ? "" : ",LANGUAGE=\"\(member.1)\"")
    }

    private static func variants(
        _ group: String?,
        _ pathway: String?,
        _ text: String,
        _ random: inout SeededGenerator
    ) -> [String] {
        var lines: [String] = []
        let more = (group.map { ",AUDIO=\"\($0)\"" } ?? "") + (pathway.map { ",PATHWAY-ID=\"\($0)\"" } ?? "")
        let sound = group == "ec3" ? "ec-3" : group == "ac3" ? "ac-3" : "mp4a.40.2"
        for (index, size) in sizes.enumerated() where Int.random(in: 0..<4, using: &random) > 0 {
            let picture = Bool.random(using: &random) ? "avc1.64001f" : "hvc1.2.4.L93"
            let bandwidth = (index + 1) * 1_000_000 + Int.random(in: 0..<9, using: &random)
            let isSized = Int.random(in: 0..<8, using: &random) > 0
            lines += [
                "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"\(picture),\(sound)\""
                    + (isSized ? ",RESOLUTION=\(size)" : "") + more + text,
                "v/\(size).m3u8",
            ]
            if Bool.random(using: &random) { lines.append(["", "# note", "#EXT-X-VENDOR:1"][index % 3]) }
            if Bool.random(using: &random) {
                let own = Int.random(in: 0..<4, using: &random) > 0 ? size : "320x180"
                lines.append(
                    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS=\"\(picture)\",RESOLUTION=\(own)"
                        + (pathway.map { ",PATHWAY-ID=\"\($0)\"" } ?? "") + ",URI=\"i/\(size).m3u8\""
                )
            }
        }
        if Bool.random(using: &random) || lines.isEmpty {
            lines += ["#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"\(sound)\"" + more + text, "a.m3u8"]
        }
        return lines
    }

    // MARK: Choices

    static func filter(_ random: inout SeededGenerator) throws -> SelectionFilter {
        let keep = (0..<Int.random(in: 0...2, using: &random)).map { _ in expression(&random) }
        let drop = (0..<Int.random(in: 0...2, using: &random)).map { _ in expression(&random) }
        return try SelectionFilter(keep: keep, drop: drop)
    }

    private static func expression(_ random: inout SeededGenerator) -> String {
        let comparison = ["=", "!=", "<=", ">=", "<", ">"].randomElement(using: &random) ?? "="
        let equality = ["=", "=", "!="].randomElement(using: &random) ?? "="
        let type = ["type=audio,", "type=subtitles,", "", ""].randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<8, using: &random) {
        case 0: "bandwidth\(comparison)\(Int.random(in: 0...6, using: &random) * 1_000_000)"
        case 1: "resolution\(comparison)\(sizes.randomElement(using: &random) ?? "1x1")"
        case 2: "codec\(equality)\(["avc1", "hvc1", "ec-3", "mp4a"].randomElement(using: &random) ?? "ac-3")"
        case 3: "resolution<=1280x720,bandwidth>=\(Int.random(in: 0...3, using: &random) * 1_000_000)"
        case 4:
            type + "language\(equality)\(["en", "de", "fr", "en|de"].randomElement(using: &random) ?? "it")"
        case 5: type + "name\(equality)\(["English", "signs"].randomElement(using: &random) ?? "CC")"
        case 6:
            type + "group\(equality)\(["aac", "ec3", "ac3", "s", "cc"].randomElement(using: &random) ?? "a")"
        default: "type=i-frames,resolution\(comparison)640x360"
        }
    }
}
