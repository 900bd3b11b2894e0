/// Bits as text: zeros and ones; all else is passed over, so that fields can be set apart and named.
func bits(_ text: String) -> [Bool] { text.compactMap { $0 == "0" ? false : $0 == "1" ? true : nil } }

/// A number of a fixed width as text.
func field(_ value: Int, _ width: Int) -> String {
    (0..<width).reversed().map { value >> $0 & 1 == 1 ? "1" : "0" }.joined()
}

/// Bytes of bits, behind which there are a one bit and zeros: trailing_bits.
func payload(_ text: String) -> [UInt8] {
    var writer = BitWriter()
    for bit in bits(text) { writer.write(bit ? 1 : 0, 1) }
    return writer.payload
}
