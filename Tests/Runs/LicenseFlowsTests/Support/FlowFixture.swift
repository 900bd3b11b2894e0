import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import Presentations
import Protection
import ProtectionFixtures
import ProtectionTerms
import RepositoryFiles

@testable import LicenseFlows

/// A short title, protected once for all tests.
///
/// It has four segments of packed audio, or three of audio in fMP4, and a multivariant playlist.
final class FlowFixture: Sendable {
    /// FairPlay, one key: `skd://movie-42/all/0/1`.
    static let fairPlay = Result { try FlowFixture(.packedAudio, .sampleAES, [.fairPlay]) }
    /// FairPlay, one key for every two segments.
    static let rotating = Result { try FlowFixture(.packedAudio, .sampleAES, [.fairPlay], rotation: 8) }
    /// The previous two with the content type that FairPlay's server SDK requires.
    static let classified = Result {
        try FlowFixture(.packedAudio, .sampleAES, [.fairPlay], contentType: "sd")
    }
    static let classifiedRotating = Result {
        try FlowFixture(.packedAudio, .sampleAES, [.fairPlay], rotation: 8, contentType: "sd")
    }
    /// FairPlay, with URLs of an entitlement server as key URIs; one key, or one for every two segments.
    static let entitlement = Result { try FlowFixture(entitlementURI, .query("cid")) }
    static let rotatingEntitlement = Result {
        try FlowFixture(entitlementURI, .query("cid"), rotation: 8)
    }
    /// FairPlay, with a token URL as the key URI.
    static let tokenURL = Result {
        try FlowFixture(
            "skd://licenses.example.com:80/hms/fp/rights/?ExpressPlayToken={key_id}-{period}",
            nil
        )
    }
    /// FairPlay, with NAGRA's signalling object; with one key, and with one key for every two segments.
    static let nagra = Result { try FlowFixture("skd://{signalling|base64url}", .afterScheme) }
    static let rotatingNagra = Result {
        try FlowFixture("skd://{signalling|base64url}", .afterScheme, rotation: 8)
    }
    /// FairPlay in fMP4 for the same servers.
    static let entitlementFragments = Result {
        try FlowFixture(entitlementURI, .query("cid"), .fragments, rotation: 4)
    }
    static let nagraFragments = Result {
        try FlowFixture("skd://{signalling|base64url}", .afterScheme, .fragments, rotation: 4)
    }

    private static let entitlementURI =
        "skd://ent.example.com/sees/SEESServlet?cid={content_id}/{track}/{period}/{generation}"
    private static let signalling =
        #"{{"ContentId":{content_id|json},"KeyId":{key_id|json},"IV":{iv|base64|json}}}"#

    /// An identity key, AES-128.
    static let identity = Result {
        try FlowFixture(
            .packedAudio,
            .aes128,
            [.identity],
            uri: "https://keys.example.com/hls/{content_id}?k={key_id}"
        )
    }
    /// FairPlay, Widevine and PlayReady in fMP4, one key.
    static let fragments = Result {
        try FlowFixture(.fragments, .sampleAES, [.fairPlay, .widevine, .playReady])
    }
    /// FairPlay, Widevine and PlayReady in fMP4, one key for every two segments.
    static let rotatingFragments = Result {
        try FlowFixture(.fragments, .sampleAES, [.fairPlay, .widevine, .playReady], rotation: 4)
    }

    /// Widevine and PlayReady in fMP4 whose sample groups (`seig`) have the key id of every two segments.
    static let sampleGroups = Result {
        try FlowFixture(.fragments, .sampleAESCTR, [.widevine, .playReady], rotation: 8, form: .seig)
    }

    /// FairPlay, Widevine, PlayReady in fMP4 with constant IVs; sample groups as in `sampleGroups`.
    static let constantGroups = Result {
        try FlowFixture(
            .fragments,
            .sampleAES,
            [.fairPlay, .widevine, .playReady],
            rotation: 8,
            form: .seig
        )
    }

    enum Media {
        case packedAudio, fragments

        fileprivate var files: [String: String] {
            switch self {
            case .packedAudio:
                Dictionary(
                    uniqueKeysWithValues: ["index.m3u8", "7.aac", "8.aac", "9.aac", "10.aac"].map {
                        ($0, "packed-audio/" + $0)
                    }
                )
            case .fragments:
                Dictionary(
                    uniqueKeysWithValues: [
                        "index.m3u8", "init.mp4", "segment0.m4s", "segment1.m4s", "segment2.m4s",
                    ].map { ($0, "fmp4/audio/en/" + $0) }
                )
            }
        }
    }

    private let run: RunFixture

    /// The key store with the records of the title.
    var store: any KeyRecordStore { run.keys.store }

    /// The path of the clear presentation.
    var source: String { run.directory.path + "/in/main.m3u8" }

    /// The path of the folder of the protected presentation.
    var output: String { run.directory.path + "/out" }

    private init(
        _ media: Media,
        _ method: ProtectionMethod,
        _ systems: [KeySystem],
        uri: String = "skd://{content_id}/{track}/{period}/{generation}",
        rotation: Int? = nil,
        form: RotationForm = .sections,
        contentType: String? = nil,
        rules: [AssetIDRule]? = [.afterScheme]
    ) throws {
        var files = try media.files.mapValues { try Repository.sampleBytes($0) }
        let entry =
            "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-INDEPENDENT-SEGMENTS\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS=\"mp4a.40.2\"\nindex.m3u8\n"
        files["main.m3u8"] = Array(entry.utf8)
        run = try RunFixture(files: files)
        var policy = ProtectionPolicy()
        policy.method = method
        policy.keySystems = systems
        policy.rotationForm = form
        if let rotation { policy.schedule = PeriodSchedule(rotation: .seconds(rotation)) }
        var request = try run.request(policy)
        var variables = TemplateVariables(contentID: "movie-42")
        try variables.compose("signalling", ComposedVariable(ValueTemplate(parsing: Self.signalling)))
        var keys = KeyRequest(
            contentID: try ContentID("movie-42"),
            template: try KeyURITemplate(parsing: uri),
            variables: variables
        )
        keys.assetIDRules = systems.contains(.fairPlay) ? rules : nil
        request.keys = keys
        try run.run(request)
        guard let contentType else { return }
        var terms = KeyPolicyTerms()
        terms.contentType = contentType
        _ = try run.keys.store.changePolicy(of: try run.keys.store.allRecords().map(\.keyID)) { _ in terms }
    }

    /// Protects with FairPlay, key URIs of a form, and the rule by which apps derive asset ids from them.
    private convenience init(
        _ uri: String,
        _ rule: AssetIDRule?,
        _ media: Media = .packedAudio,
        rotation: Int? = nil
    ) throws {
        try self.init(
            media,
            .sampleAES,
            [.fairPlay],
            uri: uri,
            rotation: rotation,
            rules: rule.map { [$0] } ?? []
        )
    }

    /// The records of the title, by period.
    var records: [KeyRecord] {
        get throws { try store.records(of: ContentID("movie-42")) }
    }
}
