package import Ciphers
package import Failures
package import FoundationEssentials
package import HLSPlaylists
import ISOBaseMedia
import KeySystems
package import ProtectionTerms

/// The content of a key line of one key system: the URI, and the key id if lines of the system have one.
package struct KeySignal: Hashable, Sendable {
    /// The key system of the line.
    package let system: KeySystem
    /// The URI as it is written.
    package let uri: String
    /// The value of `KEYID`, or nil for systems whose lines have none.
    package let keyID: [UInt8]?
    /// The line that was supplied with the key, or nil if fairlead generates the line.
    package let supplied: SuppliedKeyLine?
    /// The `KEYFORMATVERSIONS` of the template, or nil to use that of the system.
    private let templateVersions: String?

    /// Creates the signal of a line that was supplied with the key.
    package init(_ supplied: SuppliedKeyLine) {
        self.supplied = supplied
        templateVersions = nil
        system = supplied.key.system
        uri = supplied.key.uri ?? ""
        keyID = supplied.key.keyID
    }

    /// Creates the signal of a key.
    ///
    /// - Parameters:
    ///   - system: the key system.
    ///   - keyID: the id of the key.
    ///   - key: the key, needed for PlayReady's checksum; nil before it is generated.
    ///   - scheme: the protection scheme of fMP4, the only media of Widevine and PlayReady.
    ///   - templateURI: the URI from a template, used by systems that take theirs from templates.
    ///   - keyFormatVersions: the `KEYFORMATVERSIONS` of the template, not used for identity; nil for that of
    ///     the system.
    /// - Throws: `RunFailure` in case of a bug.
    package init(
        _ system: KeySystem,
        keyID: UUID,
        key: ContentKey?,
        scheme: ProtectionScheme?,
        templateURI: String,
        keyFormatVersions: String? = nil
    ) throws(RunFailure) {
        self.system = system
        supplied = nil
        templateVersions = system.hasTemplateURIs && system != .identity ? keyFormatVersions : nil
        self.keyID = system.hasKeyIDAttribute ? keyID.bytes : nil
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

    /// Returns the `pssh` box of a key, or nil for systems without one and for encryption of whole segments.
    package static func header(
        of system: KeySystem,
        keyID: UUID,
        key: ContentKey,
        scheme: ProtectionScheme?
    ) throws(RunFailure) -> [UInt8]? {
        try signalling(of: system, keyID: keyID, key: key, scheme: scheme)?.header.bytes
    }

    var keyFormatVersions: String? {
        supplied.map(\.key.keyFormatVersions) ?? (templateVersions ?? system.keyFormatVersions)
    }

    /// Returns the key line for media playlists; a supplied line without IV gets one if it needs it.
    package func line(_ method: EncryptionKey.Method, iv: [UInt8]?) -> KeyLine {
        let hasIVsInMedia = ProtectionMethod(method)?.hasIVsInMedia ?? false
        let lineIV = system == .identity && !hasIVsInMedia ? iv : nil
        if let supplied {
            guard supplied.key.iv == nil, let lineIV else {
                return KeyLine(key: supplied.key, suppliedLine: supplied.line)
            }
            return supplied.appending(iv: lineIV)
        }
        return KeyLine(key: encryptionKey(method, iv: lineIV))
    }

    /// Returns the session key line, with the attributes of the media playlists' line but without IV.
    package func sessionLine(_ method: EncryptionKey.Method) -> KeyLine {
        KeyLine(key: encryptionKey(method, iv: nil))
    }

    private func encryptionKey(_ method: EncryptionKey.Method, iv: [UInt8]?) -> EncryptionKey {
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
    ) throws(RunFailure) -> KeySystemSignalling? {
        guard let protectionSystem = ProtectionSystem(system), let scheme else { return nil }
        return try mapErrors(to: { .fault($0, doing: "signalling a key of \(system)") }) {
            () throws(CipherError) in
            try KeySystemSignalling(of: protectionSystem, keyID: keyID, scheme: scheme, key: key)
        }
    }
}
