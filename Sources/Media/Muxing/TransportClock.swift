package import Mezzanines

/// The clock of time stamps in transport streams, packed audio and `X-TIMESTAMP-MAP`: 90 kHz, 33 bits.
package enum TransportClock {
    /// Ticks a second (ISO/IEC 13818-1, 2.4.3.7).
    package static let timescale: UInt32 = 90_000
    /// The time stamp of the start of a presentation: ten seconds, room for samples that are decoded before it.
    package static let start: Int64 = 900_000
    /// Time stamps count modulo this.
    package static let wrap: Int64 = 1 << 33

    /// The time stamp of a time: rounded from the time itself, 33 bits.
    package static func timestamp(of time: MediaTime) -> UInt64 {
        let ticks = time.ticks(of: timescale) % wrap + start
        return UInt64((ticks % wrap + wrap) % wrap)
    }
}
