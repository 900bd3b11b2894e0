import Glibc

/// The numbers of SBR bands, which determine the number of codewords (ISO/IEC 14496-3, 4.6.18.3).
struct SBRBands {
    /// The number of envelope bands at low and at high frequency resolution.
    let envelopeBandCounts: (low: Int, high: Int)
    /// The number of noise floor bands.
    let noiseBandCount: Int

    /// The number of channels of the QMF bank.
    private static let channelCount = 64
    /// The largest number of noise floor bands.
    private static let maximumNoiseBands = 5

    /// Derives the bands from a header, or returns nil if SBR does not allow its values.
    ///
    /// - Parameters:
    ///   - header: the header in force.
    ///   - samplingRate: the sampling rate of the output in Hz, twice that of the core.
    init?(_ header: SBRHeader, samplingRate: Int) {
        guard let start = Self.start(header.startFrequency, samplingRate),
            let stop = Self.stop(header.stopFrequency, start: start, samplingRate),
            stop > start, stop - start <= Self.maximumWidth(samplingRate)
        else { return nil }
        let master = Self.masterTable(header, start, stop)
        let high = master.count - 1 - header.crossoverBand
        guard high > 0 else { return nil }
        envelopeBandCounts = (high - high / 2, high)
        let octaves = log2(Double(stop) / Double(master[header.crossoverBand]))
        noiseBandCount = max(1, Int((Double(header.noiseBandsPerOctave) * octaves + 0.5).rounded(.down)))
        guard noiseBandCount <= Self.maximumNoiseBands else { return nil }
    }

    /// Returns the largest number of QMF channels from k0 to k2.
    private static func maximumWidth(_ samplingRate: Int) -> Int {
        samplingRate <= 32_000 ? 48 : samplingRate <= 44_100 ? 35 : 32
    }

    /// Returns k0, the first QMF channel above the core, or nil if SBR does not allow the sampling rate.
    private static func start(_ index: Int, _ samplingRate: Int) -> Int? {
        let lowest = roundedQuotient(
            (samplingRate < 32_000 ? 3000 : samplingRate < 64_000 ? 4000 : 5000) * 128,
            dividedBy: samplingRate
        )
        let offsets: [Int]
        switch samplingRate {
        case 16_000: offsets = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
        case 22_050: offsets = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13]
        case 24_000: offsets = [-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
        case 32_000: offsets = [-6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
        case 44_100...64_000: offsets = [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20]
        case 88_200, 96_000: offsets = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20, 24]
        default: return nil
        }
        return lowest + offsets[index]
    }

    /// Returns k2, the QMF channel after the last one of SBR.
    private static func stop(_ index: Int, start: Int, _ samplingRate: Int) -> Int? {
        switch index {
        case 14: return min(channelCount, 2 * start)
        case 15: return min(channelCount, 3 * start)
        default:
            let lowest = roundedQuotient(
                (samplingRate < 32_000 ? 6000 : samplingRate < 64_000 ? 8000 : 10_000) * 128,
                dividedBy: samplingRate
            )
            let widths = widths(from: lowest, to: channelCount, count: 13)
            return min(channelCount, lowest + widths.prefix(index).reduce(0, +))
        }
    }

    /// Returns f_master: the first QMF channel of each band, and the end of the last band.
    private static func masterTable(_ header: SBRHeader, _ start: Int, _ stop: Int) -> [Int] {
        guard header.frequencyScale > 0 else { return linearTable(header, start, stop) }
        let bandsPerOctave = [12.0, 10, 8][header.frequencyScale - 1]
        let hasTwoRegions = stop * 10_000 > start * 22_449
        let middle = hasTwoRegions ? 2 * start : stop
        let lower = count(bandsPerOctave, start, middle)
        guard lower > 0 else { return [start] }
        var widths = widths(from: start, to: middle, count: lower)
        if hasTwoRegions {
            let upper = count(bandsPerOctave / (header.isScaleAltered ? 1.3 : 1), middle, stop)
            guard upper > 0 else { return [start] }
            widths += upperWidths(Self.widths(from: middle, to: stop, count: upper), above: widths.last ?? 0)
        }
        return widths.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1) }
    }

    private static func linearTable(_ header: SBRHeader, _ start: Int, _ stop: Int) -> [Int] {
        let width = header.isScaleAltered ? 2 : 1
        let range = stop - start
        let count = header.isScaleAltered ? 2 * ((range + 2) / 4) : 2 * (range / 2)
        guard count > 0 else { return [start] }
        var widths = [Int](repeating: width, count: count)
        var missing = range - count * width
        var index = missing < 0 ? 0 : count - 1
        while missing != 0, widths.indices.contains(index) {
            widths[index] += missing.signum()
            index -= missing.signum()
            missing -= missing.signum()
        }
        return widths.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1) }
    }

    /// Widens the first band of the upper region, which must not be narrower than the last one of the lower
    /// region.
    private static func upperWidths(_ widths: [Int], above last: Int) -> [Int] {
        guard let first = widths.first, let end = widths.last, first < last else { return widths }
        var widths = widths
        let change = min(last - first, (end - first) / 2)
        widths[0] += change
        widths[widths.count - 1] -= change
        return widths.sorted()
    }

    /// Returns the number of bands between two QMF channels, which is always even.
    private static func count(_ bandsPerOctave: Double, _ start: Int, _ stop: Int) -> Int {
        2 * Int((bandsPerOctave * log2(Double(stop) / Double(start)) / 2 + 0.5).rounded(.down))
    }

    /// Returns the ascending widths of `count` bands whose borders grow by a constant factor.
    private static func widths(from start: Int, to stop: Int, count: Int) -> [Int] {
        let ratio = Double(stop) / Double(start)
        let borders = (0...count).map { index in
            Int((Double(start) * pow(ratio, Double(index) / Double(count)) + 0.5).rounded(.down))
        }
        return zip(borders.dropFirst(), borders).map { $0 - $1 }.sorted()
    }

    private static func roundedQuotient(_ value: Int, dividedBy divisor: Int) -> Int {
        (2 * value + divisor) / (2 * divisor)
    }
}
