import CommonEncryption
import Failures
import Presentations
import ProtectionTerms
import SampleEncryption

/// Adds the parameter sets in the samples of segments to the formats of fMP4 initialization sections.
///
/// Protection moves these sets into the section, which is possible only if they do not change.
struct ParameterSetCompletion {
    private let presentation: Presentation
    private let layout: MediaLayout
    private let cancellation: Cancellation
    private let jobs: Int

    /// A section and one of its segments, as media resource indices.
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

    /// Completes the formats of initialization sections.
    ///
    /// - Parameters:
    ///   - formats: the formats by media resource index, which receive the parameter sets.
    ///   - scheme: the protection scheme to apply.
    /// - Throws: `RunFailure` for the first segment whose parameter sets cannot be in its section.
    func complete(
        _ formats: inout [Int: SurveyedFormat],
        for scheme: ProtectionScheme
    ) throws(RunFailure) {
        var movies: [Int: MovieFormat] = [:]
        for (index, format) in formats {
            if case .movie(let movie) = format, movie.allowsInBandParameterSets { movies[index] = movie }
        }
        guard !movies.isEmpty else { return }
        var collectors: [Int: ParameterSetCollector] = [:]
        for (section, movie) in movies.sorted(by: { $0.key < $1.key }) {
            let location = MediaLocation(layout.resources[section])
            collectors[section] = try mapErrors(to: { .samples(location, $0) }) {
                () throws(SampleEncryptionError) in
                try ParameterSetCollector(movie)
            }
        }
        let pairs = pairs(of: movies)
        for (pair, collected) in zip(pairs, try collect(pairs, collectors)) {
            let location = MediaLocation(layout.resources[pair.segment])
            try mapErrors(to: { .samples(location, $0) }) { () throws(SampleEncryptionError) in
                try collectors[pair.section]?.merge(collected)
            }
        }
        for (section, collector) in collectors.sorted(by: { $0.key < $1.key }) {
            let resource = layout.resources[section]
            let input = try ClearPartReader.open(resource, in: presentation.files)
            let bytes = try SectionReader.bytes(of: resource, from: input)
            formats[section] = .movie(
                try mapErrors(to: { .samples(MediaLocation(resource), $0) }) {
                    () throws(SampleEncryptionError) in
                    let movie = try collector.completed()
                    try FragmentSurveyor.check(
                        try InitializationSection(bytes).movingParameterSets(movie),
                        scheme
                    )
                    return movie
                }
            )
        }
    }

    /// Returns each pair of section and segment once, in the order of the playlists.
    private func pairs(of movies: [Int: MovieFormat]) -> [Pair] {
        var seen: Set<Pair> = []
        return layout.segmentUses(in: presentation).compactMap { use in
            guard let section = use.section, movies[section] != nil else { return nil }
            let pair = Pair(section: section, segment: use.resource)
            return seen.insert(pair).inserted ? pair : nil
        }
    }

    private func collect(
        _ pairs: [Pair],
        _ collectors: [Int: ParameterSetCollector]
    ) throws(RunFailure) -> [ParameterSetCollector] {
        let (resources, files, cancellation) = (layout.resources, presentation.files, cancellation)
        return try WorkerPool(jobs: min(jobs, pairs.count)).map(
            count: pairs.count,
            makeState: {},
            { (_, index) throws(RunFailure) in
                try cancellation.check()
                let resource = resources[pairs[index].segment]
                guard let collector = collectors[pairs[index].section] else {
                    throw .fault("\(resource.file): no section")
                }
                return try Self.collect(collector, in: resource, of: files)
            }
        )
    }

    private static func collect(
        _ collector: ParameterSetCollector,
        in resource: MediaResource,
        of files: SourceFiles
    ) throws(RunFailure) -> ParameterSetCollector {
        var collector = collector
        let input = try ClearPartReader.open(resource, in: files)
        do {
            try collector.collect(length: resource.clearLength, at: resource.clearRange.lowerBound) {
                buffer,
                range,
                offset in
                try ClearPartReader.read(resource, into: &buffer, range, at: offset, from: input)
            }
        } catch let error as SampleEncryptionError {
            guard input.isUnchanged() else { throw .mediaFileChanged(file: resource.file) }
            throw .samples(MediaLocation(resource), error)
        } catch {
            throw RunFailure(unexpected: error)
        }
        return collector
    }
}
