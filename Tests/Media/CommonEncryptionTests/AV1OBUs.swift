import CommonEncryption

/// AV1 OBUs written by hand.
enum AV1OBUs {
    /// Returns an OBU.
    static func unit(_ type: UInt8, _ payload: [UInt8], layer: UInt8? = nil, hasSize: Bool = true) -> [UInt8]
    {
        let header = [type << 3 | (layer == nil ? 0 : 4) | (hasSize ? 2 : 0)] + (layer.map { [$0] } ?? [])
        var bytes = header
        var size = payload.count
        while hasSize {
            bytes.append(UInt8(size & 0x7F) | (size > 0x7F ? 0x80 : 0))
            size >>= 7
            if size == 0 { break }
        }
        return bytes + payload
    }

    /// Returns the bytes of bits written as text, padded with zeros.
    static func bytes(_ text: String) -> [UInt8] {
        var bits = text.filter { $0 == "0" || $0 == "1" }
        while bits.count % 8 > 0 { bits.append("0") }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            let first = bits.index(bits.startIndex, offsetBy: start)
            return UInt8(bits[first..<bits.index(first, offsetBy: 8)], radix: 2) ?? 0
        }
    }

    static func field(_ value: Int, _ width: Int) -> String {
        (0..<width).reversed().map { value >> $0 & 1 == 1 ? "1" : "0" }.joined()
    }

    /// Returns a sequence header for this frame size, without any coding tools.
    static func sequence(width: Int, height: Int, operatingPoint: Int = 0) -> [UInt8] {
        unit(
            1,
            bytes(
                "000 0 0 0 0 00000 \(field(operatingPoint, 12)) 00000 1100 1100 \(field(width - 1, 13))"
                    + "\(field(height - 1, 13)) 0 0 00 00 0 0 0 0 0 000 0 0 0 0 00 0 0 1"
            )
        )
    }

    /// Returns the bits of the header of a shown key frame.
    static func key(tiles: String) -> String {
        "0 00 1 0 0 0 0 \(tiles) 01100100 0 0 0 0 0 0 000000 000000 000 0 1 1"
    }

    /// Returns the bits of the header of a shown inter frame.
    static func inter(tiles: String) -> String {
        "0 01 1 0 0 0 111 00000001 000000000000000000000 0 1 1 0 0 \(tiles) 01100100 0 0 0 0 0 0 000000 000000 000 0"
            + " 1 0 1 0000000"
    }

    /// The tile_info of a frame of one superblock.
    static let oneTile = "1"
    /// The tile_info of a row of four superblocks: four tiles, sizes of two bytes.
    static let fourTiles = "1 11 00 01"
    /// Returns the data of a tile.
    static func tile(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xEE, count: count) }
    /// Returns a tile after its size field of two bytes.
    static func sizedTile(_ count: Int) -> [UInt8] { [UInt8(count - 1), 0] + tile(count) }
}

/// A sample in memory that counts the bytes read.
struct SampleInMemory: SampleBytes {
    let content: [UInt8]
    var offset: UInt64 = 5000
    /// The number of bytes requested so far.
    private(set) var bytesRead = 0

    init(_ content: [UInt8]) { self.content = content }

    var count: Int { content.count }

    mutating func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytesRead += range.count
        return content[range]
    }
}
