import HLSPlaylists
import Presentations
import ProtectionTerms

extension MultivariantInspection {
    init(_ playlist: MultivariantPlaylist, in tree: PlaylistTree, needed: Int) {
        let links = PlaylistLinks(tree)
        version = VersionInspection(stated: playlist.version, needed: needed)
        independentSegments = playlist.hasIndependentSegments
        variants = playlist.variants.map { VariantInspection($0, links[$0.line]) }
        iFrameVariants = playlist.iFrameVariants.map { VariantInspection($0.line, $0.stream, links[$0.line]) }
        renditionGroups = Self.groups(of: playlist, links)
        sessionData = playlist.sessionData.map { data in
            SessionDataInspection(
                line: data.line,
                dataID: data.dataID,
                value: data.value,
                uri: data.uri.map(KeyDescription.redactedURI),
                language: data.language
            )
        }
        sessionKeys = Self.sessionKeys(of: playlist, tree)
        contentSteering = playlist.contentSteering.map { steering in
            SteeringInspection(
                line: steering.line,
                serverURI: KeyDescription.redactedURI(steering.serverURI),
                pathwayID: steering.pathwayID
            )
        }
    }

    /// Returns the rendition groups in order of their first renditions.
    private static func groups(of playlist: MultivariantPlaylist, _ links: PlaylistLinks) -> [Group] {
        playlist.groups.sorted { $0.value[0] < $1.value[0] }.map { group, members in
            Group(
                type: group.type.rawValue,
                groupID: group.id,
                renditions: members.map { index in
                    let rendition = playlist.renditions[index]
                    return RenditionInspection(rendition, links[rendition.line])
                }
            )
        }
    }

    private static func sessionKeys(
        of playlist: MultivariantPlaylist,
        _ tree: PlaylistTree
    ) -> [SessionKeyInspection] {
        var playlistsByKey: [SharedKey: [String]] = [:]
        for media in tree.media {
            for key in Set(media.reading.playlist.keys.map { SharedKey($0.value) }) {
                playlistsByKey[key, default: []].append(media.path.description)
            }
        }
        return playlist.sessionKeys.map { key in
            SessionKeyInspection(
                key: KeyDescription.inspection(of: key),
                usedBy: playlistsByKey[SharedKey(key.value)] ?? []
            )
        }
    }
}

/// The attributes that a session key has in common with its key lines (RFC 8216bis 4.4.6.5).
private struct SharedKey: Hashable {
    let uri: [UInt8]
    let method: EncryptionKey.Method
    let keyFormat: String
    let versions: String

    init(_ key: EncryptionKey) {
        uri = Array((key.uri ?? "").utf8)
        method = key.method
        keyFormat = key.keyFormat
        versions = key.effectiveKeyFormatVersions
    }
}

extension VariantInspection {
    fileprivate init(_ variant: Variant, _ link: PlaylistLink?) {
        self.init(
            variant.line,
            variant.stream,
            link,
            audio: variant.audio,
            subtitles: variant.subtitles,
            closedCaptions: variant.hasNoClosedCaptions ? "NONE" : variant.closedCaptions
        )
    }

    fileprivate init(
        _ line: Int,
        _ stream: StreamInformation,
        _ link: PlaylistLink?,
        audio: String? = nil,
        subtitles: String? = nil,
        closedCaptions: String? = nil
    ) {
        self.line = line
        bandwidth = stream.bandwidth
        averageBandwidth = stream.averageBandwidth
        resolution = stream.resolution.map { "\($0.width)x\($0.height)" }
        frameRate = stream.attributes.writtenValue("FRAME-RATE")
        codecs = stream.codecs
        videoRange = stream.videoRange?.rawValue
        hdcpLevel = stream.hdcpLevel?.rawValue
        allowedCPC = stream.allowedCPC
        pathwayID = stream.pathwayID
        self.audio = audio
        video = stream.video
        self.subtitles = subtitles
        self.closedCaptions = closedCaptions
        self.link = link
    }
}

extension RenditionInspection {
    fileprivate init(_ rendition: Rendition, _ link: PlaylistLink?) {
        line = rendition.line
        name = rendition.name
        language = rendition.language
        isDefault = rendition.isDefault
        isAutoselected = rendition.isAutoselect
        isForced = rendition.isForced
        channels = rendition.channels
        characteristics = rendition.characteristics
        self.link = link
    }
}
