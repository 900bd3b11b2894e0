import Bitstreams

extension BoxNode {
    /// The size of the written box in bytes, header included.
    package var size: UInt64 {
        let body = bodySize
        return body + UInt64(headerSize(bodySize: body))
    }

    /// The size of the written header in bytes: 8, 16, 24 or 32.
    package var headerSize: Int { headerSize(bodySize: bodySize) }

    /// The bytes of the box, header included.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: size))
        write(to: &bytes)
        return bytes
    }

    /// Appends the box, header included.
    package func write(to bytes: inout [UInt8]) {
        writeHeader(to: &bytes)
        bytes += fields
        for child in children { child.write(to: &bytes) }
        bytes += tail
    }

    private func writeHeader(to bytes: inout [UInt8]) {
        let size = size
        let isLarge = isLarge(bodySize: bodySize)
        let shortSize: UInt32 = sizeForm == .toTheEnd ? 0 : isLarge ? 1 : UInt32(size)
        bytes.append(bigEndian: shortSize)
        bytes.append(bigEndian: type.rawValue)
        if isLarge { bytes.append(bigEndian: size) }
        bytes += extendedType
    }

    private var bodySize: UInt64 {
        // Cannot overflow: the boxes are in memory.
        children.reduce(UInt64(fields.count + tail.count)) { $0 + $1.size }
    }

    private func isLarge(bodySize: UInt64) -> Bool {
        switch sizeForm {
        case .large: true
        case .toTheEnd: false
        case .short: bodySize + 8 + UInt64(extendedType.count) > UInt64(UInt32.max)
        }
    }

    private func headerSize(bodySize: UInt64) -> Int {
        8 + (isLarge(bodySize: bodySize) ? 8 : 0) + extendedType.count
    }
}
