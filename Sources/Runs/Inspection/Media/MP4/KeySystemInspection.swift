import Bitstreams
import FoundationEssentials
import ISOBaseMedia
import KeySystems
import ProtectionTerms

/// What a `pssh` box says.
package struct KeySystemInspection: Sendable, Encodable {
    /// Where the box is in the file.
    package let offset: UInt64
    /// `Widevine`, `PlayReady`, `common`; nil for a system that is not known.
    package let system: String?
    /// SystemID.
    package let systemID: String
    /// The version of the box.
    package let version: UInt8
    /// The key ids that it lists, and those in the data of systems that are known.
    package let keyIDs: [String]
    /// The scheme that the data of the system name; nil where they name none.
    package let scheme: String?
    /// Bytes of the system's data.
    package let dataSize: Int

    /// Reads the box; data that are not what the system defines are a fault, and are left out.
    init(_ box: Box, faults: inout FaultList) throws(ParseError) {
        let header = try ProtectionSystemSpecificHeaderBox(box)
        offset = box.offset
        systemID = IdentifierText.text(header.systemID)
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
                InspectedFault(
                    offset: box.offset,
                    "data of '\(box.type)' for \(system ?? systemID): \(error.found), expected \(error.expected)"
                )
            )
            keyIDs = header.keyIDs.map(IdentifierText.text)
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
