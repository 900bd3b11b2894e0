import CommonEncryption
import Presentations
import ProtectionTerms
import SampleEncryption

/// Completes what sections of fMP4 say whose segments may have parameter sets in their samples: with all that are there.
///
/// Protection moves them into the section, which one section can do only where they stay the same.
struct SectionCompletion {
    private let presentation: Presentation
    private let layout: MediaLayout
    private let cancellation: Cancellation
    private let jobs: Int

    /// A section and a segment under it.
    private struct Pair: Hashable {
        let section: Int
        let segment: Int
    }

    init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        jobs: Int,
        cancellation: Cancellation
    ) {
        self.presentation = presentation
        self.layout = layout
        self.jobs = jobs
        self.cancellation = cancellation
    }

    /// Completes the formats of sections, by the indices of their units.
    ///
    /// - Parameters:
    ///   - formats: gets the completed movies.
    ///   - scheme: the scheme that is to be applied.
    /// - Throws: `PresentationError` for the first segment whose parameter sets cannot stand in its section.
    func complete(
        _ formats: inout [Int: SampleAESFormat],
        for scheme: ProtectionScheme
    ) throws(PresentationError) {
        var movies: [Int: MovieFormat] = [:]
        for (unit, format) in formats {
            if case .movie(let movie) = format, movie.isInBand { movies[unit] = movie }
        }
        guard !movies.isEmpty else { return }
        var collectors: [Int: ParameterSetCollector] = [:]
        for section in movies.keys.sorted() {
            collectors[section] = try samples(section) { () throws(SampleEncryptionError) in
                try movies[section].map { movie throws(SampleEncryptionError) in
                    try ParameterSetCollector(movie)
                }
            }
        }
        let pairs = pairs(of: movies)
        for (pair, found) in zip(pairs, try collect(pairs, collectors)) {
            try samples(pair.segment) { () throws(SampleEncryptionError) in
                try collectors[pair.section]?.merge(found)
            }
        }
        for (section, collector) in collectors.sorted(by: { $0.key < $1.key }) {
            let unit = layout.units[section]
            let input = try UnitBytes.open(unit, in: presentation.files)
            let bytes = try SectionReader.bytes(of: unit, from: input)
            formats[section] = .movie(
                try samples(section) { () throws(SampleEncryptionError) in
                    let movie = try collector.completed()
                    try FragmentSurveyor.check(try InitializationSection(bytes).converted(movie), scheme)
                    return movie
                }
            )
        }
    }

    /// Each segment under each of the sections once, in the order of the playlists.
    private func pairs(of movies: [Int: MovieFormat]) -> [Pair] {
        var seen: Set<Pair> = []
        return layout.segmentUses(in: presentation).compactMap { use in
            guard let section = use.section, movies[section] != nil else { return nil }
            let pair = Pair(section: section, segment: use.unit)
            return seen.insert(pair).inserted ? pair : nil
        }
    }

    private func collect(
        _ pairs: [Pair],
        _ collectors: [Int: ParameterSetCollector]
    ) throws(PresentationError) -> [ParameterSetCollector] {
        let (units, files, cancellation) = (layout.units, presentation.files, cancellation)
        return try WorkerPool(jobs: min(jobs, pairs.count)).map(
            count: pairs.count,
            makeState: {},
            { (_, index) throws(PresentationError) in
                try cancellation.check()
                let unit = units[pairs[index].segment]
                guard let collector = collectors[pairs[index].section] else {
                    throw .fault("\(unit.file): no section")
                }
                return try Self.collect(collector, in: unit, of: files)
            }
        )
    }

    private static func collect(
        _ collector: ParameterSetCollector,
        in unit: MediaUnit,
        of files: SourceFiles
    ) throws(PresentationError) -> ParameterSetCollector {
        var collector = collector
        let input = try UnitBytes.open(unit, in: files)
        do {
            try collector.collect(length: unit.clearLength, at: unit.clearRange.lowerBound) {
                buffer,
                range,
                offset in
                try UnitBytes.read(unit, into: &buffer, range, at: offset, from: input)
            }
        } catch let error as SampleEncryptionError {
            guard input.isUnchanged() else { throw .mediaChanged(file: unit.file) }
            throw .protection(.samples(MediaPlace(unit), error))
        } catch let error as PresentationError {
            throw error
        } catch {
            throw .fault(String(describing: error))
        }
        return collector
    }

    private func samples<Result>(
        _ unit: Int,
        _ body: () throws(SampleEncryptionError) -> Result
    ) throws(PresentationError) -> Result {
        do throws(SampleEncryptionError) {
            return try body()
        } catch {
            throw .protection(.samples(MediaPlace(layout.units[unit]), error))
        }
    }
}
