/// Returns the zeros and ones of a text; other characters only separate or name fields.
func bits(_ text: String) -> [Bool] { text.compactMap { $0 == "0" ? false : $0 == "1" ? true : nil } }

/// Returns a number as text of `width` bits.
func field(_ value: Int, _ width: Int) -> String {
    (0..<width).reversed().map { value >> $0 & 1 == 1 ? "1" : "0" }.joined()
}

/// Returns the bytes of bits in text followed by trailing_bits: a one bit and zeros.
func payload(_ text: String) -> [UInt8] {
    var writer = BitWriter()
    for bit in bits(text) { writer.write(bit ? 1 : 0, 1) }
    return writer.payload
}
