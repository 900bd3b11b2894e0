import Bitstreams

/// Corrects the CRC_32 of PSI sections, which mutations would hardly ever get right.
enum SectionRepair {
    /// Corrects the PSI sections that begin and end in one packet of 188 bytes.
    ///
    /// Packets are counted from the start up to `border`, and again from `border` on.
    static func repair(_ bytes: inout [UInt8], from border: Int) {
        for start in stride(from: 0, to: border, by: 188) where start + 188 <= border {
            repairPacket(&bytes, at: start)
        }
        for start in stride(from: border, to: bytes.count, by: 188) where start + 188 <= bytes.count {
            repairPacket(&bytes, at: start)
        }
    }

    private static func repairPacket(_ bytes: inout [UInt8], at start: Int) {
        let field = bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0
        let pointer = start + 4 + field
        guard bytes[start + 1] & 0x40 != 0, pointer < start + 188 else { return }
        let section = pointer + 1 + Int(bytes[pointer])
        guard section + 3 <= start + 188 else { return }
        let size = 3 + (Int(bytes[section + 1] & 0x0F) << 8 | Int(bytes[section + 2]))
        guard size >= 12, section + size <= start + 188 else { return }
        let checksum = CRC32MPEG.checksum(bytes[section..<section + size - 4])
        for index in 0..<4 {
            bytes[section + size - 4 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index))
        }
    }
}
