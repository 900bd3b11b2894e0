import Ciphers
import Foundation
import KeyEncryption
import KeyStore
import KeyURITemplates
import Presentations
import Protection
import ProtectionTerms
import RepositoryFiles
import Testing

@testable import Verification

/// A temporary directory with a key store and the protected trees of a title.
///
/// It is removed when the value is released.
final class Title {
    /// The path of `SampleMedia` in the repository.
    static let samples = Repository.sampleMedia.path

    let directory: String
    let store: SQLKeyStore
    /// The path of the last clear playlist that was protected.
    private(set) var source = ""
    /// The path of that playlist relative to its root.
    private(set) var entry = ""
    /// The path of the protected tree.
    var output: String { directory + "/out" }

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/verification-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // Stored signalling has real paths.
        directory = try #require(Directory.realPath(of: path))
        store = try SQLiteKeyStore.create(at: directory + "/keys.sqlite", kek: .random())
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Creates a title of a sample, protected into `out`.
    convenience init(
        sample: String,
        _ options: ProtectionOptions = ProtectionOptions()
    ) throws {
        try self.init()
        try protect(Self.samples + "/" + sample, options)
    }

    /// Creates a title of small text files, protected into `out`.
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

    /// Verifies `out` without its source and without findings about differences from the published tree.
    ///
    /// Other tests cover these findings, which every change to a tree would cause.
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

    /// Verifies `out` and returns all findings.
    func verifyWithAllFindings(
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

/// The options of protection, with the defaults of the command line.
struct ProtectionOptions {
    var contentID = "movie-42"
    /// The template of the key URI, which gives every key of a title a different URI.
    var keyURI = "skd://{content_id}/{track}/{period}"
    var policy = ProtectionPolicy()
    var sessionKeys = SessionKeySelection.start
    var reuse = KeyReuse.none
    /// The number from which a single key and its IV are built, so that garbage is the same in every run.
    private var keyNumber: UInt8

    /// Returns a key whose bytes are all the key number, and an IV whose bytes are this number XOR 0x5A.
    ///
    /// It is nil if the title has several keys.
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
        iv: IVMode = .segment,
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
        policy.ivMode = iv
        policy.encryptsInitializationSections = encryptsInit
        policy.granularity = keyPer
        policy.schedule = PeriodSchedule(clearLead: clearLead, rotation: rotation)
        self.sessionKeys = sessionKeys
        self.keyNumber = keyNumber
    }

    /// Returns SAMPLE-AES with the IV 7070…70 if there is one key; `systems` is FairPlay by default.
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
