package import Bitstreams
package import FoundationEssentials
package import ISOBaseMedia
package import ProtectionTerms
import TextFormats

/// The document of a key system in a key URI with the scheme `data`.
///
/// For Widevine it is a whole `pssh` box, for PlayReady a PlayReady Object; some packagers write a `pssh` box
/// for PlayReady too. It never contains a key.
package struct KeyURIDocument: Hashable, Sendable {
    /// The key system, or nil for a `pssh` box of a system that is unknown here.
    package let system: ProtectionSystem?
    /// The ids of the keys, without repetitions.
    package let keyIDs: [UUID]
    /// The protection scheme, or nil if the document does not state one.
    package let scheme: ProtectionScheme?
    /// The errors for which clients refuse the document.
    ///
    /// Each is the end of a sentence about the document, such as `has an unknown ALGID`.
    package let faults: [String]
    /// The checksums of keys in PlayReady headers, by key id.
    package let checksums: [UUID: [UInt8]]

    /// The reason why a URI has no readable document.
    package enum Failure: Error, Hashable, Sendable {
        /// The URI is not a `data` URI with base64.
        case notBase64
        /// The data are not a document of a known key system; offsets count from the start of the data.
        case malformed(ParseError)
    }

    /// Reads the document of a key URI, or is nil for a URI of another scheme.
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
    /// - Throws: `ParseError` if the data do not have the form that the key system defines; offsets count
    ///   from their start.
    package init(_ header: ProtectionSystemSpecificHeaderBox) throws(ParseError) {
        let listedIDs = header.keyIDs.compactMap { UUID(bytes: $0) }
        let system = ProtectionSystem(systemID: header.systemID)
        switch system {
        case .widevine:
            let document = try WidevineHeader(parsing: header.data[...])
            let ids = document.keyIDs.compactMap { UUID(bytes: $0) }
            self.init(system, listedIDs + ids, document.schemeType.flatMap { ProtectionScheme($0) })
        case .playReady:
            let document = try Self(playReady: header.data[...])
            self.init(
                system,
                listedIDs + document.keyIDs,
                document.scheme,
                faults: document.faults,
                checksums: document.checksums
            )
        case .common, nil:
            self.init(system, listedIDs, nil)
        }
    }

    /// Returns the key ids in the document of a key URI, or an empty array if it has no readable document.
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
                found: "\(CountText.text(reader.count, "byte")) after it",
                expected: "none"
            )
        }
        return try Self(try ProtectionSystemSpecificHeaderBox(box))
    }
}
