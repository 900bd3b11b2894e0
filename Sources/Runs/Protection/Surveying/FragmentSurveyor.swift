import CommonEncryption
import Failures
import Presentations
import ProtectionTerms
import SampleEncryption

/// Surveys a media resource of fMP4: an initialization section or a segment.
struct FragmentSurveyor {
    private let resource: MediaResource
    private let scheme: ProtectionScheme
    private let usesSampleGroups: Bool

    init(_ resource: MediaResource, scheme: ProtectionScheme, usesSampleGroups: Bool) {
        self.resource = resource
        self.scheme = scheme
        self.usesSampleGroups = usesSampleGroups
    }

    /// Reads everything that determines how the media resource is encrypted.
    ///
    /// - Parameters:
    ///   - movie: the content of a segment's initialization section; nil for a section.
    ///   - input: the clear file.
    /// - Returns: the sample format.
    /// - Throws: `SampleEncryptionError` if it cannot be encrypted, `RunFailure` if it cannot be read.
    func survey(under movie: MovieFormat?, from input: borrowing SourceFile) throws -> SurveyedFormat {
        guard resource.content == .segment else {
            let section = try InitializationSection(try SectionReader.bytes(of: resource, from: input))
            // With parameter sets in samples, the check waits until all of these are known
            // (`ParameterSetCompletion`).
            if !section.movie.allowsInBandParameterSets { try Self.check(section, scheme) }
            return .movie(section.movie)
        }
        guard let movie else {
            throw RunFailure.segmentWithoutSection(MediaLocation(resource))
        }
        var surveyor = FragmentedSegmentSurveyor(movie, scheme: scheme, usesSampleGroups: usesSampleGroups)
        let survey = try surveyor.survey(length: resource.clearLength, at: resource.clearRange.lowerBound) {
            buffer,
            range,
            offset in
            try ClearPartReader.read(resource, into: &buffer, range, at: offset, from: input)
        }
        return .fragments(survey)
    }

    /// Throws if a section cannot be protected, before a key is minted.
    static func check(_ section: InitializationSection, _ scheme: ProtectionScheme)
        throws(SampleEncryptionError)
    {
        guard section.movie.hasProtectableTracks || section.movie.isEncrypted else { return }
        _ = try section.protected(
            InitializationSection.Protection(
                scheme: scheme,
                keyID: [UInt8](repeating: 1, count: 16),
                constantIV: [UInt8](repeating: 0, count: 16)
            )
        )
    }
}
