/// An AES block of 16 bytes as two lanes of eight bytes, in memory order.
typealias CipherBlock = SIMD2<UInt64>
