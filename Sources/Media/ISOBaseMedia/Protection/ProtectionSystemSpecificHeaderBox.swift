package import Bitstreams

/// `pssh`: the initialization data of a key system for the keys of a movie (ISO/IEC 23001-7, 8.1).
package struct ProtectionSystemSpecificHeaderBox: Hashable, Sendable {
    /// The version: 1 if key ids are listed, 0 if only the system's data has them.
    package let version: UInt8
    /// SystemID, 16 bytes.
    package let systemID: [UInt8]
    /// The KIDs of version 1, 16 bytes each; empty in version 0.
    package let keyIDs: [[UInt8]]
    /// The data, whose format is defined by the key system.
    package let data: [UInt8]

    /// Creates a header from its parts, of version 1 if there are key ids, else of version 0.
    package init(systemID: [UInt8], keyIDs: [[UInt8]] = [], data: [UInt8]) {
        version = keyIDs.isEmpty ? 0 : 1
        self.systemID = systemID
        self.keyIDs = keyIDs
        self.data = data
    }

    /// Reads the body, versions 0 and 1, and throws if bytes are left over.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, maximumVersion: 1).version
        systemID = Array(try reader.read(16))
        var keyIDs: [[UInt8]] = []
        if version > 0 {
            let count = try reader.uint32()
            // Cannot overflow 64 bits, and throws before anything is allocated if the bytes are missing.
            var list = try reader.subreader(UInt64(count) * 16)
            while !list.isAtEnd { keyIDs.append(Array(try list.read(16))) }
        }
        self.keyIDs = keyIDs
        data = Array(try reader.read(try reader.uint32()))
        try reader.expectEnd(of: box)
    }

    /// The bytes of the body: version and flags, system id, key ids, data.
    package var body: [UInt8] {
        var body: [UInt8] = [version, 0, 0, 0] + systemID
        if version > 0 {
            body.append(bigEndian: UInt32(clamping: keyIDs.count))
            for keyID in keyIDs { body += keyID }
        }
        body.append(bigEndian: UInt32(clamping: data.count))
        return body + data
    }

    /// The box as a tree.
    var node: BoxNode { BoxNode("pssh", fields: body) }

    /// The bytes of the box, header included.
    package var bytes: [UInt8] { node.bytes }
}
