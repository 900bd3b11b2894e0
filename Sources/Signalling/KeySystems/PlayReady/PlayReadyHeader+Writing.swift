import Ciphers
import FoundationEssentials

extension PlayReadyHeader {
    /// The document in UTF-16LE without a byte order mark, as in a record.
    package var bytes: [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// The XML of the document.
    ///
    /// It must be canonical XML: every element has a closing tag, the namespace comes before other
    /// attributes, and those are ordered by name (section 3.2).
    var text: String {
        "<WRMHEADER xmlns=\"\(PlayReadyMarkup.namespace)\" version=\"\(version)\"><DATA>"
            + (version == "4.0.0.0" ? firstVersionData : keyListData) + "</DATA></WRMHEADER>"
    }

    /// The data of version 4.0.0.0, which has one key in elements.
    private var firstVersionData: String {
        guard let key = keys.first else { return "" }
        let algorithm = key.algorithm.map { "<KEYLEN>16</KEYLEN><ALGID>\($0)</ALGID>" } ?? ""
        let checksum = key.checksum.map { "<CHECKSUM>\(Base64.encode($0))</CHECKSUM>" } ?? ""
        return "<PROTECTINFO>\(algorithm)</PROTECTINFO><KID>\(Self.value(of: key.id))</KID>" + checksum
    }

    /// The data from version 4.2.0.0 on, which has keys in attributes.
    private var keyListData: String {
        let list = keys.map { key in
            let algorithm = key.algorithm.map { " ALGID=\"\($0)\"" } ?? ""
            let checksum = key.checksum.map { " CHECKSUM=\"\(Base64.encode($0))\"" } ?? ""
            return "<KID\(algorithm)\(checksum) VALUE=\"\(Self.value(of: key.id))\"></KID>"
        }
        return "<PROTECTINFO><KIDS>\(list.joined())</KIDS></PROTECTINFO>"
    }

    private static func value(of id: UUID) -> String { Base64.encode(PlayReadyGUID.bytes(of: id)) }
}
