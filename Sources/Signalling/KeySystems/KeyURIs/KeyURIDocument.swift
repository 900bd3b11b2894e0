package import Bitstreams
package import FoundationEssentials
package import ISOBaseMedia
package import ProtectionTerms

/// What the URI of a key line says by itself: the document of a key system in a `data` URI.
///
/// That of Widevine is a whole `pssh` box, that of PlayReady a PlayReady Object; some packagers write a `pssh` box there
/// too. It never holds a key.
package struct KeyURIDocument: Hashable, Sendable {
    /// Whose document it is; nil for a `pssh` box of a system that is not known here.
    package let system: ProtectionSystem?
    /// The ids of the keys.
    package let keyIDs: [UUID]
    /// How the media are encrypted; nil where it is not said.
    package let scheme: ProtectionScheme?
    /// What clients refuse of it, in words that go on behind its name.
    package let faults: [String]
    /// The checksums that PlayReady has of keys, by their ids.
    package let checksums: [UUID: [UInt8]]

    /// Why a URI holds no document.
    package enum Failure: Error, Hashable, Sendable {
        /// It is no `data` URI with base64.
        case notBase64
        /// Its data are no document that is known here; the offset counts from their start.
        case malformed(ParseError)
    }

    /// Reads the document of a key URI; nil for a URI of another scheme.
    package init?(keyURI: String) throws(Failure) {
        guard DataURI.hasScheme(keyURI) else { return nil }
        guard let uri = DataURI(parsing: keyURI) else { throw .notBase64 }
        do throws(ParseError) {
            self = try Self.document(uri.bytes[...])
        } catch {
            throw .malformed(error)
        }
    }

    /// Reads the document in a `pssh` box.
    ///
    /// - Throws: `ParseError` for data that are not what the system defines; the offset counts from their start.
    package init(_ header: ProtectionSystemSpecificHeaderBox) throws(ParseError) {
        let listed = header.keyIDs.compactMap { UUID(bytes: $0) }
        let system = ProtectionSystem(systemID: header.systemID)
        switch system {
        case .widevine:
            let document = try WidevineHeader(parsing: header.data[...])
            let ids = document.keyIDs.compactMap { UUID(bytes: $0) }
            self.init(system, listed + ids, document.schemeType.flatMap { ProtectionScheme($0) })
        case .playReady:
            let document = try Self(playReady: header.data[...])
            self.init(
                system,
                listed + document.keyIDs,
                document.scheme,
                faults: document.faults,
                checksums: document.checksums
            )
        case .common, nil:
            self.init(system, listed, nil)
        }
    }

    /// The key ids that a key URI names by its document; none where it has none, or one that cannot be read.
    package static func keyIDs(inKeyURI uri: String) -> [UUID] {
        (try? KeyURIDocument(keyURI: uri))?.keyIDs ?? []
    }

    private init(
        _ system: ProtectionSystem?,
        _ keyIDs: [UUID],
        _ scheme: ProtectionScheme?,
        faults: [String] = [],
        checksums: [UUID: [UInt8]] = [:]
    ) {
        var seen: Set<UUID> = []
        self.system = system
        self.keyIDs = keyIDs.filter { seen.insert($0).inserted }
        self.scheme = scheme
        self.faults = faults
        self.checksums = checksums
    }

    private init(playReady bytes: ArraySlice<UInt8>) throws(ParseError) {
        let headers = try PlayReadyObject(parsing: bytes).headers()
        let schemes = Set(headers.map(\.scheme))
        let keys = headers.flatMap(\.keys)
        let checksums = keys.compactMap { key in key.checksum.map { (key.id, $0) } }
        self.init(
            .playReady,
            keys.map(\.id),
            schemes.count == 1 ? schemes.first ?? nil : nil,
            faults: headers.flatMap(\.faults),
            checksums: Dictionary(checksums) { first, _ in first }
        )
    }

    private static func document(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> Self {
        guard bytes.dropFirst(4).starts(with: "pssh".utf8) else { return try Self(playReady: bytes) }
        var reader = ByteReader(bytes)
        let box = try Box(&reader)
        guard reader.isAtEnd else {
            throw .invalid(
                offset: reader.offset,
                field: "pssh box",
                found: "\(reader.count) bytes behind it",
                expected: "none"
            )
        }
        return try Self(try ProtectionSystemSpecificHeaderBox(box))
    }
}
