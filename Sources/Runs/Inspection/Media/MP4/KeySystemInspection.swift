import Bitstreams
import FoundationEssentials
import ISOBaseMedia
import KeySystems
import ProtectionTerms

/// A `pssh` box.
package struct KeySystemInspection: Sendable, Encodable {
    /// The offset of the box in the file, in bytes.
    package let offset: UInt64
    /// The name of the key system, such as `Widevine`, `PlayReady` or `common`; nil if unknown.
    package let system: String?
    /// The SystemID as a UUID.
    package let systemID: String
    /// The version of the box.
    package let version: UInt8
    /// The key ids in the box, and in its data if the key system is known.
    package let keyIDs: [String]
    /// The protection scheme in the data, or nil if there is none.
    package let scheme: String?
    /// The size of the data, in bytes.
    package let dataSize: Int

    /// Parses the box; malformed data of a known key system is added to the faults.
    init(_ box: Box, faults: inout FaultCollector) throws(ParseError) {
        let header = try ProtectionSystemSpecificHeaderBox(box)
        offset = box.offset
        systemID = IdentifierFormat.text(header.systemID)
        system = ProtectionSystem(systemID: header.systemID)?.name
        version = header.version
        dataSize = header.data.count
        do {
            let document = try KeyURIDocument(header)
            var ids: [String] = []
            for id in document.keyIDs.map({ $0.uuidString.lowercased() }) where !ids.contains(id) {
                ids.append(id)
            }
            keyIDs = ids
            scheme = document.scheme?.rawValue
        } catch {
            faults.add(
                MediaFileFault(
                    offset: box.offset,
                    "data of '\(box.type)' for \(system ?? systemID): \(error.found), expected \(error.expected)"
                )
            )
            keyIDs = header.keyIDs.map(IdentifierFormat.text)
            scheme = nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case offset, system, version, scheme
        case systemID = "system_id"
        case keyIDs = "key_ids"
        case dataSize = "data_size"
    }
}
