/// The hashes of a playlist's lines, by which changed lines are found later without the lines themselves.
///
/// In a long playlist there is one hash per run of lines. The content determines the ends of runs, and not a
/// count of lines. So an added or removed line changes one run, and not all runs after it.
package struct PlaylistLineHashes: Hashable, Sendable {
    /// The approximate maximum number of hashes per playlist.
    static let limit = 16_384

    /// A line, or a run of lines that are compared as one.
    package struct Run: Hashable, Sendable {
        /// The hash of the line, or of the run.
        package let hash: UInt32
        /// The indices of its lines, from 0.
        package let lines: Range<Int>
    }

    /// The number of low bits that are zero in the hash of a run's last line; 0 makes each line a run.
    let shift: UInt8
    /// The hashes of the runs, in order.
    package let hashes: [UInt32]

    /// Indicates whether each hash is that of one line.
    package var hasHashPerLine: Bool { shift == 0 }

    init(shift: UInt8, hashes: [UInt32]) {
        self.shift = shift
        self.hashes = hashes
    }

    init(of bytes: [UInt8]) {
        var (lineCount, shift) = (bytes.count { $0 == Self.lineFeed }, UInt8(0))
        while lineCount > Self.limit {
            lineCount /= 2
            shift += 1
        }
        self.init(shift: shift, hashes: Self.runs(of: bytes, shift).map(\.hash))
    }

    /// Splits another playlist into runs by the rule of this one.
    package func runs(of bytes: [UInt8]) -> [Run] { Self.runs(of: bytes, shift) }

    private static let lineFeed = UInt8(ascii: "\n")

    private static func runs(of bytes: [UInt8], _ shift: UInt8) -> [Run] {
        let mask = (UInt32(1) << shift) - 1
        var runs: [Run] = []
        var (line, start) = (0, 0)
        var (lineHash, runHash) = (basis, basis)
        func endLine() {
            line += 1
            runHash = (runHash ^ lineHash) &* prime
            if lineHash & mask == 0 { endRun() }
            lineHash = basis
        }
        func endRun() {
            runs.append(Run(hash: shift == 0 ? lineHash : runHash, lines: start..<line))
            (start, runHash) = (line, basis)
        }
        for byte in bytes {
            lineHash = (lineHash ^ UInt32(byte)) &* prime
            if byte == lineFeed { endLine() }
        }
        if let last = bytes.last, last != lineFeed { endLine() }
        if start < line { endRun() }
        return runs
    }

    // 32-bit FNV-1a (draft-eastlake-fnv) is sufficient: hashes are stored encrypted, and a digest proves
    // equality.
    private static let basis: UInt32 = 0x811C_9DC5
    private static let prime: UInt32 = 0x0100_0193
}
