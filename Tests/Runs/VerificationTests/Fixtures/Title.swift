import Ciphers
import Foundation
import KeyStore
import KeyURITemplates
import Presentations
import Protection
import ProtectionTerms
import RepositoryFiles
import Testing

@testable import Verification

/// A title in a directory of its own: a key store, and trees that are protected into it.
///
/// Removed at the end.
final class Title {
    /// `SampleMedia` of the repository.
    static let samples = Repository.sampleMedia.path

    let directory: String
    let store: SQLKeyStore
    /// The clear playlist that was protected last.
    private(set) var source = ""
    /// Its name below the root.
    private(set) var entry = ""
    /// The protected tree.
    var output: String { directory + "/out" }

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/verification-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // Signalling records real paths.
        directory = try #require(Directory.realPath(of: path))
        store = try SQLiteKeyStore.create(at: directory + "/keys.sqlite", kek: .random())
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A sample, protected into `out`.
    convenience init(
        sample: String,
        _ options: ProtectionOptions = ProtectionOptions()
    ) throws {
        try self.init()
        try protect(Self.samples + "/" + sample, options)
    }

    /// A tree of small files, protected into `out`.
    convenience init(
        files: [String: String],
        entry: String = "index.m3u8",
        _ options: ProtectionOptions = ProtectionOptions()
    ) throws {
        try self.init()
        for (name, text) in files { try write(Array(text.utf8), to: "clear/" + name) }
        try protect(directory + "/clear/" + entry, options)
    }

    @discardableResult
    func protect(
        _ playlist: String,
        _ options: ProtectionOptions,
        into tree: String = "out"
    ) throws -> ProtectionReport {
        source = playlist
        entry = Directory.lastComponent(of: playlist)
        let id = try ContentID(options.contentID)
        let keys = KeyRequest(
            contentID: id,
            template: try KeyURITemplate(parsing: options.keyURI),
            variables: TemplateVariables(contentID: options.contentID),
            providedKey: try options.providedKey()
        )
        var request = ProtectionRequest(playlist: playlist, output: directory + "/" + tree, keys: keys)
        request.policy = options.policy
        request.reuse = options.reuse
        if case .all = options.reuse { request.overwrites = true }
        request.sessionKeys = options.sessionKeys
        return try ProtectionRun(request, store: store).execute()
    }

    /// Verifies `out` without looking at the source, and without what differs from what was published: that has tests of its
    /// own, and would be beside everything else that a change breaks.
    func verify(
        _ playlist: String? = nil,
        contentID: String? = nil,
        source: String? = nil,
        root: String? = nil,
        store other: (any KeyRecordStore)? = nil
    ) throws -> VerificationReport {
        var request = VerificationRequest(playlist: directory + "/" + (playlist ?? "out/" + entry))
        request.source = source
        request.root = root
        request.contentID = try contentID.map { try ContentID($0) }
        request.jobs = 2
        return try VerificationRun(request, store: other ?? store).execute().withoutChanges
    }

    /// Verifies `out` with all that is told.
    func verifyAll(
        _ playlist: String? = nil,
        contentID: String? = nil,
        root: String? = nil,
        comparesPlaylists: Bool = true
    ) throws -> VerificationReport {
        var request = VerificationRequest(playlist: directory + "/" + (playlist ?? "out/" + entry))
        request.contentID = try contentID.map { try ContentID($0) }
        request.root = root
        request.comparesPlaylists = comparesPlaylists
        return try VerificationRun(request, store: store).execute()
    }

    /// Verifies `out` and compares it with its source.
    func verifyAgainstSource() throws -> VerificationReport {
        try verify(source: source)
    }
}

/// How a title is protected; what a test does not say is the command line's default.
struct ProtectionOptions {
    var contentID = "movie-42"
    /// Tells all keys of a title apart.
    var keyURI = "skd://{content_id}/{track}/{period}"
    var policy = ProtectionPolicy()
    var sessionKeys = SessionKeySelection.start
    var reuse = KeyReuse.none
    /// Where one key is enough it is the same in every run, so that garbage is the same garbage.
    private var keyNumber: UInt8

    /// The one key: 16 times the key number (32 times where the method takes so many), the IV 16 times a byte that says nothing of it.
    func providedKey() throws -> KeyRequest.ProvidedKey? {
        guard policy.granularity == .presentation, policy.schedule.rotation == nil else { return nil }
        let key = try ContentKey(
            copying: [UInt8](repeating: keyNumber, count: policy.method.keyLength.byteCount)
        )
        let iv = try InitializationVector(bytes: [UInt8](repeating: keyNumber ^ 0x5A, count: 16))
        return KeyRequest.ProvidedKey(key: key, iv: iv)
    }

    init(
        contentID: String = "movie-42",
        keyURI: String? = nil,
        iv: InitializationVectorMode = .segment,
        encryptsInit: Bool = false,
        keyPer: KeyGranularity = .presentation,
        clearLead: Duration = .zero,
        rotation: Duration? = nil,
        sessionKeys: SessionKeySelection = .start,
        keyNumber: UInt8 = 42,
        method: ProtectionMethod = .aes128,
        systems: [KeySystem]? = nil
    ) {
        self.contentID = contentID
        if let keyURI { self.keyURI = keyURI }
        policy.method = method
        policy.keySystems = systems
        policy.vectorMode = iv
        policy.encryptsInitializationSections = encryptsInit
        policy.granularity = keyPer
        policy.schedule = PeriodSchedule(clearLead: clearLead, rotation: rotation)
        self.sessionKeys = sessionKeys
        self.keyNumber = keyNumber
    }

    /// SAMPLE-AES with the IV 0x70 and so on; FairPlay unless said otherwise.
    static func sampleAES(
        systems: [KeySystem]? = nil,
        keyPer: KeyGranularity = .presentation,
        clearLead: Duration = .zero,
        rotation: Duration? = nil
    ) -> ProtectionOptions {
        ProtectionOptions(
            keyPer: keyPer,
            clearLead: clearLead,
            rotation: rotation,
            method: .sampleAES,
            systems: systems
        )
    }
}
