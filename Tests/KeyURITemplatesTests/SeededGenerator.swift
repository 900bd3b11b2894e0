/// SplitMix64 (Steele, Lea, Flood 2014): a generator that a printed seed repeats.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of up to `count` scalars, of all planes but mostly ASCII.
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
