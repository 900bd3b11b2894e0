package import Ciphers
package import FoundationEssentials
package import HLSPlaylists
import ISOBaseMedia
import KeySystems
package import ProtectionTerms

/// What the line of one key system says of a key: the URI, and the key id where the system has it there.
package struct KeySignal: Hashable, Sendable {
    /// The key system.
    package let system: KeySystem
    /// The URI as it is written.
    package let uri: String
    /// `KEYID`; nil for the systems whose lines have none.
    package let keyID: [UInt8]?
    /// The line that came with the key; nil for one that is made here.
    package let given: GivenKeyLine?
    /// The `KEYFORMATVERSIONS` that its template asks for; nil for that of the system.
    private let templateVersions: String?

    /// The signal of a line that came with the key.
    package init(_ given: GivenKeyLine) {
        self.given = given
        templateVersions = nil
        system = given.key.system
        uri = given.key.uri ?? ""
        keyID = given.key.keyID
    }

    /// The signal of a key.
    ///
    /// - Parameters:
    ///   - system: the key system.
    ///   - keyID: the key's id.
    ///   - key: the key, of which PlayReady has a checksum; nil before it is minted.
    ///   - scheme: how fragmented MP4 is encrypted; Widevine and PlayReady have no other media.
    ///   - templateURI: the URI of the systems that have it from a template.
    ///   - keyFormatVersions: the `KEYFORMATVERSIONS` that goes with that URI, but in lines of identity; nil for that of the
    ///     system.
    /// - Throws: `PresentationError` for a bug.
    package init(
        _ system: KeySystem,
        keyID: UUID,
        key: ContentKey?,
        scheme: ProtectionScheme?,
        templateURI: String,
        keyFormatVersions: String? = nil
    ) throws(PresentationError) {
        self.system = system
        given = nil
        templateVersions = system.hasTemplateURIs && system != .identity ? keyFormatVersions : nil
        self.keyID = system == .widevine ? keyID.bytes : nil
        guard !system.hasTemplateURIs else {
            uri = templateURI
            return
        }
        let signalling = try Self.signalling(of: system, keyID: keyID, key: key, scheme: scheme)
        guard let uri = signalling?.keyURI else {
            throw .fault("a key of \(system) has no URI")
        }
        self.uri = uri
    }

    /// The `pssh` box of a key; nil for a system that has none, and for whole segments.
    package static func header(
        of system: KeySystem,
        keyID: UUID,
        key: ContentKey,
        scheme: ProtectionScheme?
    ) throws(PresentationError) -> [UInt8]? {
        try signalling(of: system, keyID: keyID, key: key, scheme: scheme)?.header.bytes
    }

    /// The `KEYFORMATVERSIONS` of the line.
    var keyFormatVersions: String? {
        given.map(\.key.keyFormatVersions) ?? (templateVersions ?? system.keyFormatVersions)
    }

    /// The line of the key; one that was given gets the vector if it has none and needs one.
    package func line(_ method: EncryptionKey.Method, iv: [UInt8]?) -> KeyLine {
        let hasVectorInMedia = ProtectionMethod(method)?.hasVectorsInMedia ?? false
        let vector = system == .identity && !hasVectorInMedia ? iv : nil
        if let given {
            guard given.key.iv == nil, let vector else { return KeyLine(key: given.key, given: given.text) }
            return given.appending(iv: vector)
        }
        return KeyLine(key: made(method, iv: vector))
    }

    /// The line of a session key: what the line of the media says, without a vector.
    package func sessionLine(_ method: EncryptionKey.Method) -> KeyLine {
        KeyLine(key: made(method, iv: nil))
    }

    private func made(_ method: EncryptionKey.Method, iv: [UInt8]?) -> EncryptionKey {
        EncryptionKey(
            method: method,
            uri: uri,
            keyID: keyID,
            iv: iv,
            keyFormat: system.keyFormat,
            keyFormatVersions: keyFormatVersions
        )
    }

    private static func signalling(
        of system: KeySystem,
        keyID: UUID,
        key: ContentKey?,
        scheme: ProtectionScheme?
    ) throws(PresentationError) -> KeySystemSignalling? {
        guard let known = ProtectionSystem(system), let scheme else { return nil }
        do {
            return try KeySystemSignalling(of: known, keyID: keyID, scheme: scheme, key: key)
        } catch {
            throw .fault(String(describing: error))
        }
    }
}
