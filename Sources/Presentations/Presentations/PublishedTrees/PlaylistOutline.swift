/// The lines of a playlist as numbers, by which lines that differ are found later without the lines themselves.
///
/// Of a long playlist a number stands for a run of lines. Runs end where the lines say so, not by their count: so a line that is
/// added or removed changes one run, and not all behind it.
package struct PlaylistOutline: Hashable, Sendable {
    /// As many numbers as a playlist gets, about.
    static let limit = 16_384

    /// A run of lines of a playlist that is compared.
    package struct Run: Hashable, Sendable {
        /// What it is known by.
        package let number: UInt32
        /// Its lines, from 0.
        package let lines: Range<Int>
    }

    /// How many low bits of a line's number are zero where a run ends: of none, each line is a run.
    let shift: UInt8
    /// The numbers of the runs.
    package let numbers: [UInt32]

    /// Whether each number is that of a line.
    package var isByLines: Bool { shift == 0 }

    /// The outline with these numbers.
    init(shift: UInt8, numbers: [UInt32]) {
        self.shift = shift
        self.numbers = numbers
    }

    /// The outline of a playlist.
    init(of bytes: [UInt8]) {
        var (lines, shift) = (bytes.count { $0 == Self.lineFeed }, UInt8(0))
        while lines > Self.limit {
            lines /= 2
            shift += 1
        }
        self.init(shift: shift, numbers: Self.runs(of: bytes, shift).map(\.number))
    }

    /// The runs of another playlist, cut as those of this one are.
    package func runs(of bytes: [UInt8]) -> [Run] { Self.runs(of: bytes, shift) }

    private static let lineFeed = UInt8(ascii: "\n")

    private static func runs(of bytes: [UInt8], _ shift: UInt8) -> [Run] {
        let mask = (UInt32(1) << shift) - 1
        var runs: [Run] = []
        var (line, start) = (0, 0)
        var (ofLine, ofRun) = (basis, basis)
        func endLine() {
            line += 1
            ofRun = (ofRun ^ ofLine) &* prime
            if ofLine & mask == 0 { endRun() }
            ofLine = basis
        }
        func endRun() {
            runs.append(Run(number: shift == 0 ? ofLine : ofRun, lines: start..<line))
            (start, ofRun) = (line, basis)
        }
        for byte in bytes {
            ofLine = (ofLine ^ UInt32(byte)) &* prime
            if byte == lineFeed { endLine() }
        }
        if let last = bytes.last, last != lineFeed { endLine() }
        if start < line { endRun() }
        return runs
    }

    // FNV-1a of 32 bits (draft-eastlake-fnv): numbers are kept sealed, and whether a playlist is equal its digest says.
    private static let basis: UInt32 = 0x811C_9DC5
    private static let prime: UInt32 = 0x0100_0193
}
