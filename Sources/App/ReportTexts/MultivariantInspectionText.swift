import Inspection
import TextFormats

/// The human-readable description of a multivariant playlist.
enum MultivariantInspectionText {
    static func blocks(of multivariant: MultivariantInspection, named name: String) -> [String] {
        [
            summary(of: multivariant, named: name),
            variants(multivariant.variants, "VARIANT"),
            variants(multivariant.iFrameVariants, "I-FRAMES"),
            renditions(multivariant.renditionGroups),
            sessionKeys(multivariant.sessionKeys),
            sessionData(multivariant.sessionData),
            multivariant.contentSteering.map(steering) ?? "",
        ]
    }

    private static func summary(of multivariant: MultivariantInspection, named name: String) -> String {
        let renditions = multivariant.renditionGroups.reduce(0) { $0 + $1.renditions.count }
        let counts = [
            CountText.text(multivariant.variants.count, "variant"),
            CountText.text(multivariant.iFrameVariants.count, "I-frame variant"),
            CountText.text(renditions, "rendition"),
            CountText.text(multivariant.sessionKeys.count, "session key"),
        ]
        return "\(name): multivariant playlist, \(multivariant.version.text)"
            + (multivariant.independentSegments ? ", independent segments" : "") + "\n  "
            + counts.joined(separator: ", ") + "\n"
    }

    private static func variants(_ variants: [VariantInspection], _ title: String) -> String {
        guard !variants.isEmpty else { return "" }
        var table = TextTable(title, "BANDWIDTH", "AVERAGE", "PICTURE", "CODECS", "GROUPS", "PLAYLIST")
        for variant in variants {
            let picture = [
                variant.resolution, variant.frameRate, variant.videoRange,
                variant.hdcpLevel.map { "HDCP " + $0 },
            ]
            let groups = [
                variant.audio.map { "AUDIO=" + $0 }, variant.video.map { "VIDEO=" + $0 },
                variant.subtitles.map { "SUBTITLES=" + $0 },
                variant.closedCaptions.map { "CLOSED-CAPTIONS=" + $0 },
                variant.pathwayID.map { "PATHWAY-ID=" + $0 },
            ]
            table.add(
                "line \(variant.line)",
                "\(variant.bandwidth)",
                variant.averageBandwidth.map { "\($0)" } ?? "-",
                joined(picture, " "),
                variant.codecs ?? "-",
                joined(groups, ", "),
                text(of: variant.link)
            )
        }
        return table.text
    }

    private static func renditions(_ groups: [MultivariantInspection.Group]) -> String {
        guard !groups.isEmpty else { return "" }
        var table = TextTable("RENDITION", "TYPE", "GROUP", "NAME", "LANGUAGE", "", "PLAYLIST")
        for group in groups {
            for rendition in group.renditions {
                let traits: [String?] = [
                    rendition.isDefault ? "default" : nil, rendition.isAutoselected ? "autoselect" : nil,
                    rendition.isForced ? "forced" : nil, rendition.channels.map { "channels " + $0 },
                ]
                table.add(
                    "line \(rendition.line)",
                    group.type,
                    group.groupID,
                    rendition.name,
                    rendition.language ?? "-",
                    joined(traits + rendition.characteristics, ", "),
                    rendition.link.map { text(of: $0) } ?? "in the variants"
                )
            }
        }
        return table.text
    }

    private static func sessionKeys(_ keys: [MultivariantInspection.SessionKeyInspection]) -> String {
        guard !keys.isEmpty else { return "" }
        var table = TextTable("SESSION KEY", "METHOD", "SYSTEM", "IV", "URI", "USED BY")
        for session in keys {
            table.add(
                "line \(session.key.line)",
                session.key.method,
                session.key.system,
                session.key.ivKind.rawValue,
                KeyLineText.uri(of: session.key),
                session.usedBy.isEmpty ? "NO PLAYLIST" : CountText.text(session.usedBy.count, "playlist")
            )
        }
        return table.text
    }

    private static func sessionData(_ data: [MultivariantInspection.SessionDataInspection]) -> String {
        guard !data.isEmpty else { return "" }
        var table = TextTable("SESSION DATA", "ID", "LANGUAGE", "VALUE OR URI")
        for item in data {
            let value = item.value.map { "\"\($0)\"" } ?? item.uri
            table.add("line \(item.line)", item.dataID, item.language ?? "-", value ?? "-")
        }
        return table.text
    }

    private static func steering(_ steering: MultivariantInspection.SteeringInspection) -> String {
        "CONTENT STEERING\nline \(steering.line)  \(steering.serverURI)"
            + (steering.pathwayID.map { ", begins with PATHWAY-ID=" + $0 } ?? "") + "\n"
    }

    private static func text(of link: PlaylistLink?) -> String {
        guard let link else { return "-" }
        return switch link.state {
        case .present: link.playlist
        case .missing: "\(link.playlist) (MISSING)"
        case .remote: "\(link.playlist) (not in the tree)"
        }
    }

    private static func joined(_ parts: [String?], _ separator: String) -> String {
        let present = parts.compactMap(\.self)
        return present.isEmpty ? "-" : present.joined(separator: separator)
    }
}

extension VersionInspection {
    /// The version, such as `version 6 (needs 5)`.
    var text: String { "version \(stated)" + (stated == needed ? "" : " (needs \(needed))") }
}
