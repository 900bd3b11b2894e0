import HLSPlaylists

/// Collects the roles of the media playlists from a multivariant playlist.
package struct RenditionRoles {
    /// The URIs with variables replaced, in the order of mention, with the lines of their tags and their
    /// roles.
    private(set) var listed: [(uri: String, line: Int, role: RenditionRole)] = []

    init(of multivariant: MultivariantPlaylist) {
        for variant in multivariant.variants {
            list(variant.uri, line: variant.line, role: Self.role(of: variant))
        }
        for rendition in multivariant.renditions {
            guard let uri = rendition.uri else { continue }
            list(uri, line: rendition.line, role: Self.role(of: rendition, in: multivariant))
        }
        for variant in multivariant.iFrameVariants {
            list(
                variant.uri,
                line: variant.line,
                role: RenditionRole(media: .video, resolution: variant.resolution)
            )
        }
    }

    private mutating func list(_ uri: String, line: Int, role: RenditionRole) {
        listed.append((uri, line, role))
    }

    private static func role(of variant: Variant) -> RenditionRole {
        RenditionRole(
            media: variant.resolution != nil ? .video : media(ofCodecs: variant.codecs),
            resolution: variant.resolution,
            audioCodecs: audioCodecs(of: variant),
            framesPerSecond: variant.frameRate,
            isHDR: isHDR(variant.stream)
        )
    }

    private static func role(of rendition: Rendition, in multivariant: MultivariantPlaylist) -> RenditionRole
    {
        switch rendition.type {
        case .audio:
            let variants = multivariant.variants.filter { $0.audio == rendition.groupID }
            return RenditionRole(
                media: .audio,
                resolution: nil,
                audioCodecs: variants.reduce(into: []) { $0.formUnion(audioCodecs(of: $1)) },
                // `CHANNELS` begins with the count; parameters of spatial audio follow (RFC 8216bis 4.4.6.1).
                channels: rendition.channels.flatMap { Int($0.prefix { $0 != "/" }) },
                labels: [rendition.name, rendition.groupID]
            )
        case .subtitles, .closedCaptions:
            return RenditionRole(
                media: .subtitles,
                resolution: nil,
                labels: [rendition.name, rendition.groupID]
            )
        case .video:
            let ownRole = RenditionRole(
                media: .video,
                resolution: nil,
                labels: [rendition.name, rendition.groupID]
            )
            return multivariant.variants.filter { $0.video == rendition.groupID }.reduce(ownRole) {
                var role = Self.role(of: $1)
                role.media = .video
                role.audioCodecs = []
                return $0.merged(with: role)
            }
        }
    }

    private static func isHDR(_ stream: StreamInformation) -> Bool {
        stream.videoRange.map { $0 != .sdr } ?? false
    }

    private static func audioCodecs(of variant: Variant) -> Set<String> {
        let codecs = (variant.codecs ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        return Set(codecs.filter { $0.hasPrefix("mp4a.40.") })
    }

    /// Returns the kind of media of a variant without resolution, by its codecs (RFC 6381).
    package static func media(ofCodecs codecs: String?) -> RenditionRole.Media {
        let families = (codecs ?? "").split(separator: ",").map {
            String($0.drop { $0 == " " }.prefix { $0 != "." && $0 != " " })
        }
        let audioFamilies: Set = ["mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "Opus", "opus"]
        let textFamilies: Set = ["stpp", "wvtt"]
        if families.isEmpty { return .unknown }
        if families.allSatisfy(textFamilies.contains) { return .subtitles }
        return families.allSatisfy { audioFamilies.contains($0) || textFamilies.contains($0) }
            ? .audio : .video
    }
}
