import TestRandomness

extension SeededGenerator {
    /// Returns a text of up to `count` scalars of all planes, mostly ASCII.
    mutating func text(upTo count: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            let highest: UInt32 = Bool.random(using: &self) ? 0x7F : 0x10FFFF
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0...highest, using: &self)) else { continue }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
