import Ciphers
import CommonEncryption
import Foundation
import PresentationFixtures
import ProtectionTerms

@testable import KeyStore
@testable import Presentations
@testable import Protection

/// A presentation with its plan and fixed keys, for tests of playlists.
///
/// Every slot has the key 00 01 … 0f (… 1f if the method takes 32 bytes), the record's IV f0 f1 … ff and the
/// URI `skd://TRACK/PERIOD`.
struct PlannedTree {
    let presentation: Presentation
    let plan: ProtectionPlan
    let layout: OutputLayout
    let lines: KeyLines

    /// The media resources of the output, in the order of the plan.
    var resources: [OutputResource] { layout.indices.map { layout[$0] } }

    /// Plans a tree; `formats` has the survey of each file by name, for SAMPLE-AES.
    init(
        _ tree: TreeFixture,
        _ policy: ProtectionPolicy,
        entry: String = "main.m3u8",
        formats: [String: SurveyedFormat] = [:]
    ) throws {
        try self.init(tree, policy, entry: entry) { formats[$0.file.description] }
    }

    /// Plans a tree; `format` returns the survey of a media resource.
    init(
        _ tree: TreeFixture,
        _ policy: ProtectionPolicy,
        entry: String = "main.m3u8",
        format: (MediaResource) throws -> SurveyedFormat?
    ) throws {
        presentation = try tree.presentation(entry)
        let clear = try MediaLayoutBuilder.layout(of: presentation)
        var survey = SampleSurvey.none
        for (index, resource) in clear.resources.enumerated() {
            survey.formats[index] = try format(resource)
        }
        plan = try ProtectionPlan(
            ClearPresentation(presentation: presentation),
            ProtectionPlanner.plan(policy, for: presentation, clear, survey)
        )
        layout = OutputLayout(plan)
        var keys: [KeySlot: PlannedKey] = [:]
        for slot in plan.slots { keys[slot] = try Self.plannedKey(slot, policy) }
        lines = KeyLines(keys: keys, policy: policy)
    }

    /// Returns the protected media playlist of a rendition.
    func playlist(_ index: Int = 0) throws -> String {
        String(
            decoding: try MediaPlaylistProtector.protect(
                ofRendition: index,
                layout: layout,
                lines: lines
            ),
            as: UTF8.self
        )
    }

    private static func plannedKey(_ slot: KeySlot, _ policy: ProtectionPolicy) throws -> PlannedKey {
        let identity = try KeyIdentity(
            contentID: ContentID("movie-42"),
            track: slot.track,
            period: slot.period
        )
        let record = KeyRecord(
            identity: identity,
            keyID: UUID(),
            key: try ContentKey(copying: Array(0x00..<UInt8(policy.method.keyLength.byteCount))),
            iv: try InitializationVector(bytes: Array(0xF0...0xFF)),
            createdAt: Date(timeIntervalSince1970: 0)
        )
        let uri = "skd://\(slot.track)/\(slot.period)"
        let signals = try policy.keySystems(forKeyURI: uri).map { system in
            try KeySignal(
                system,
                keyID: record.keyID,
                key: record.key,
                scheme: policy.method.scheme,
                templateURI: uri
            )
        }
        return PlannedKey(
            slot: slot,
            record: record,
            status: .stored,
            signals: signals
        )
    }
}

extension ProtectionPolicy {
    /// Creates a policy from its parts.
    init(
        _ vectorMode: IVMode = .segment,
        method: ProtectionMethod = .aes128,
        granularity: KeyGranularity = .presentation,
        encryptsInit: Bool = false,
        clearLead: Duration = .zero,
        rotation: Duration? = nil
    ) {
        self.init()
        self.method = method
        self.ivMode = vectorMode
        self.granularity = granularity
        encryptsInitializationSections = encryptsInit
        schedule = PeriodSchedule(clearLead: clearLead, rotation: rotation)
    }
}
