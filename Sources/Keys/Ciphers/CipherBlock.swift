/// A block of AES: 16 bytes, eight a lane, in the order in which they stand in memory.
typealias CipherBlock = SIMD2<UInt64>
