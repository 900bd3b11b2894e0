package import Bitstreams

/// `pssh`: what a key system wants to know of the keys of a movie (ISO/IEC 23001-7, 8.1).
package struct ProtectionSystemSpecificHeaderBox: Hashable, Sendable {
    /// 1 where the key ids are listed, 0 where only the system's data tell them.
    package let version: UInt8
    /// SystemID, 16 bytes.
    package let systemID: [UInt8]
    /// KIDs of version 1, 16 bytes each; empty in version 0.
    package let keyIDs: [[UInt8]]
    /// What the system defines.
    package let data: [UInt8]

    /// A header from its parts: of version 1 if there are key ids, else of version 0.
    package init(systemID: [UInt8], keyIDs: [[UInt8]] = [], data: [UInt8]) {
        version = keyIDs.isEmpty ? 0 : 1
        self.systemID = systemID
        self.keyIDs = keyIDs
        self.data = data
    }

    /// Reads the body, versions 0 and 1; no byte may be left over.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, newest: 1).version
        systemID = Array(try reader.take(16))
        var keyIDs: [[UInt8]] = []
        if version > 0 {
            let count = try reader.uint32()
            // A product of 32 bits and 16 fits into 64; nothing is allocated before the bytes are there.
            var list = try reader.part(UInt64(count) * 16)
            while !list.isAtEnd { keyIDs.append(Array(try list.take(16))) }
        }
        self.keyIDs = keyIDs
        data = Array(try reader.take(try reader.uint32()))
        try reader.expectEnd(of: box)
    }

    /// The body of the box: version and flags, system, key ids, data.
    package var body: [UInt8] {
        var body: [UInt8] = [version, 0, 0, 0] + systemID
        if version > 0 {
            body.append(bigEndian: UInt32(clamping: keyIDs.count))
            for keyID in keyIDs { body += keyID }
        }
        body.append(bigEndian: UInt32(clamping: data.count))
        return body + data
    }

    /// The box.
    package var node: BoxNode { BoxNode("pssh", fields: body) }

    /// The bytes of the box, header included.
    package var bytes: [UInt8] { node.bytes }
}
