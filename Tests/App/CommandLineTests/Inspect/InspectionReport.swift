import Testing

/// The part of `inspect --format json` that tests read.
struct InspectionReport: Decodable {
    struct Version: Decodable {
        let stated: Int
        let needed: Int
    }
    struct Link: Decodable, Hashable {
        let playlist: String
        let state: String
    }
    struct Variant: Decodable {
        let line: Int
        let bandwidth: Int
        let resolution: String?
        let codecs: String?
        let audio: String?
        let link: Link?
    }
    struct Rendition: Decodable {
        let line: Int
        let name: String
        let link: Link?
    }
    struct Group: Decodable {
        let type: String
        let groupId: String
        let renditions: [Rendition]
    }
    struct Key: Decodable, Hashable {
        let line: Int
        let method: String
        let system: String
        let keyFormat: String
        let uri: String?
        let ivFrom: String
        let iv: String?
    }
    struct SessionKey: Decodable {
        let key: Key
        let usedBy: [String]
    }
    struct SessionData: Decodable {
        let line: Int
        let dataId: String
        let value: String?
        let uri: String?
    }
    struct Multivariant: Decodable {
        let version: Version
        let independentSegments: Bool
        let variants: [Variant]
        let iFrameVariants: [Variant]
        let renditionGroups: [Group]
        let sessionData: [SessionData]
        let sessionKeys: [SessionKey]
    }
    struct Segments: Decodable, Equatable {
        let count: Int
        let encrypted: Int
        let clear: Int
        let gaps: Int
        let byteRanges: Int
        let discontinuities: Int
    }
    struct Stretch: Decodable {
        let start: Double
        let end: Double
        let mediaSequence: Int
        let segments: Int
        let line: Int
        let keys: [Key]
    }
    struct Map: Decodable, Equatable {
        let line: Int
        let uri: String
        let byteRange: String?
        let keyLines: [Int]
    }
    struct MeasuredSegment: Decodable {
        let bytes: Int?
        let duration: Double?
        let startsWithKeyFrame: Bool?
        let failure: String?
    }
    struct Measured: Decodable {
        let container: String?
        let codecs: [String]
        let resolution: String?
        let bytes: Int
        let segments: [MeasuredSegment]
    }
    struct Media: Decodable {
        let playlist: String
        let version: Version
        let type: String?
        let liveness: String
        let targetDuration: Int
        let mediaSequence: Int
        let duration: Double
        let segments: Segments
        let iFramesOnly: Bool
        let lowLatency: Bool
        let startDate: String?
        let endDate: String?
        let keyTimeline: [Stretch]
        let maps: [Map]
        let measured: Measured?
    }
    struct Finding: Decodable {
        let rule: String
        let severity: String
        let playlist: String
        let line: Int?
        let message: String
        let measured: String?
        let allowed: String?
        let source: String?
    }
    let playlist: String
    let kind: String
    let multivariant: Multivariant?
    let media: [Media]
    let findings: [Finding]?
}

extension Workspace {
    /// Runs `inspect PLAYLIST --format json MORE...`, with PLAYLIST in the workspace.
    func inspection(of playlist: String, _ more: String...) throws -> InspectionReport {
        try start(["inspect", path(playlist), "--format", "json"] + more).wait().succeeds()
            .json(InspectionReport.self)
    }
}
