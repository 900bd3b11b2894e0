package import Mezzanines

/// The clock of time stamps in transport streams, packed audio and `X-TIMESTAMP-MAP`: 90 kHz, 33 bits.
package enum TransportClock {
    /// The number of ticks per second (ISO/IEC 13818-1, 2.4.3.7).
    package static let timescale: UInt32 = 90_000
    /// The time stamp of the start of a presentation: ten seconds, which leaves room for samples decoded
    /// before the start.
    package static let presentationStart: Int64 = 900_000
    /// The modulus of time stamps.
    package static let modulus: Int64 = 1 << 33

    /// Returns the time stamp of a time of the presentation, rounded to the nearest tick, modulo 2^33.
    package static func timestamp(of time: MediaTime) -> UInt64 {
        let ticks = time.ticks(of: timescale) % modulus + presentationStart
        return UInt64((ticks % modulus + modulus) % modulus)
    }
}
