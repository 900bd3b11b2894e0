package import Bitstreams

/// `dec3`: the E-AC-3 configuration (ETSI TS 102 366 annex F.6).
package struct EAC3ConfigurationBox: Hashable, Sendable {
    /// complexity_index_type_a: the number of objects of joint object coding (Dolby Atmos), or nil without
    /// it.
    package let objectCount: UInt8?

    /// Reads the independent substreams and the extension after them.
    package init(_ box: Box) throws(ParseError) {
        var reader = BitReader(box.body, at: box.bodyOffset)
        try reader.skip(13)
        let independentSubstreams = try reader.bits(3) + 1
        for _ in 0..<independentSubstreams {
            // fscod, bsid, reserved, asvc, bsmod, acmod, lfeon, reserved
            try reader.skip(2 + 5 + 1 + 1 + 3 + 3 + 1 + 3)
            let dependentSubstreams = try reader.bits(4)
            // chan_loc or reserved
            try reader.skip(dependentSubstreams > 0 ? 9 : 1)
        }
        guard reader.count >= 16 else {
            objectCount = nil
            return
        }
        try reader.skip(7)
        objectCount = try reader.flag() ? UInt8(try reader.bits(8)) : nil
    }
}
