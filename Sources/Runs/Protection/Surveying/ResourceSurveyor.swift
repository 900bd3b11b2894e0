import Bitstreams
import CommonEncryption
import Failures
import MediaProbing
import Presentations
import ProtectionTerms
import SampleEncryption
import TransportStreams

/// Surveys media resources one after another, through a buffer that it keeps.
struct ResourceSurveyor {
    /// The size of a read in bytes: the first packets usually have the program tables and first frames.
    private static let pieceLength = 32 * 1024

    private let scheme: ProtectionScheme
    private let usesSampleGroups: Bool
    private var buffer = [UInt8](repeating: 0, count: pieceLength)

    /// Creates a surveyor with the scheme of fMP4.
    ///
    /// Other media are refused for cenc; for cbcs they are encrypted with SAMPLE-AES.
    init(scheme: ProtectionScheme, usesSampleGroups: Bool) {
        self.scheme = scheme
        self.usesSampleGroups = usesSampleGroups
    }

    /// Surveys a media resource: its start, or in fMP4 everything that determines its encryption.
    ///
    /// - Parameters:
    ///   - resource: the media resource.
    ///   - section: the program tables of a segment's `EXT-X-MAP`, or nil if it has none.
    ///   - movie: the movie of an fMP4 segment's `EXT-X-MAP`, or nil if it has none.
    ///   - declaredAudio: the AAC type that the playlists declare, or nil.
    ///   - files: the source files of the presentation.
    /// - Returns: the sample format, or nil for WebVTT, which has no samples.
    /// - Throws: `RunFailure` if the media resource cannot be read or protected.
    mutating func survey(
        _ resource: MediaResource,
        section: TransportStreamSurvey?,
        movie: MovieFormat?,
        declaredAudio: AudioSetupInformation.AudioType?,
        in files: SourceFiles
    ) throws(RunFailure) -> SurveyedFormat? {
        let input = try ClearPartReader.open(resource, in: files)
        let count = try read(resource, at: 0, from: input)
        do {
            let container = SampleContainer.sniff(buffer[..<count])
            try checkScheme(container, of: resource, prefix: buffer[..<count])
            switch container {
            case .transportStream:
                let surveyor = TransportStreamSurveyor(
                    initializationSurvey: section,
                    isInitializationSection: resource.content == .initialization,
                    declaredAudio: declaredAudio
                )
                let survey = try self.survey(resource, with: surveyor, firstPiece: count, from: input)
                return try Self.format(of: survey, in: resource)
            case .packedAudio:
                guard resource.content == .segment else {
                    throw RunFailure.sectionWithoutTables(MediaLocation(resource))
                }
                return .packedAudio(
                    try self.survey(
                        resource,
                        with: PackedAudioSurveyor(declaredType: declaredAudio),
                        firstPiece: count,
                        from: input
                    )
                )
            case .fragmentedMP4:
                let surveyor = FragmentSurveyor(resource, scheme: scheme, usesSampleGroups: usesSampleGroups)
                return try surveyor.survey(under: movie, from: input)
            case .text: return nil
            case .unsupported(let kind):
                throw RunFailure.unsupportedMedia(MediaLocation(resource), kind)
            }
        } catch let error as SampleEncryptionError {
            guard input.isUnchanged() else { throw .mediaFileChanged(file: resource.file) }
            throw .samples(MediaLocation(resource), error)
        } catch {
            throw RunFailure(unexpected: error)
        }
    }

    private func checkScheme(
        _ container: SampleContainer,
        of resource: MediaResource,
        prefix: ArraySlice<UInt8>
    ) throws(RunFailure) {
        guard scheme == .cenc else { return }
        switch container {
        case .transportStream: throw .counterModeMedia(MediaLocation(resource), .transportStream)
        case .packedAudio:
            throw .counterModeMedia(MediaLocation(resource), StreamKind.sniff(prefix))
        case .fragmentedMP4, .text, .unsupported: return
        }
    }

    /// Returns the format, and throws if the length is not whole packets or a section has no tables.
    private static func format(
        of survey: TransportStreamSurvey,
        in resource: MediaResource
    ) throws -> SurveyedFormat {
        let stride = UInt64(survey.packetFormat.stride)
        let remainder = resource.clearLength % stride
        guard remainder == 0 else {
            throw SampleEncryptionError.malformed(
                .truncated(offset: resource.clearLength - remainder, needed: stride, available: remainder)
            )
        }
        guard resource.content == .segment || survey.hasTables else {
            throw RunFailure.sectionWithoutTables(MediaLocation(resource))
        }
        return .transportStream(survey)
    }

    private mutating func survey<Surveyor: ContainerSurveyor>(
        _ resource: MediaResource,
        with surveyor: consuming Surveyor,
        firstPiece: Int,
        from input: borrowing SourceFile
    ) throws -> Surveyor.Survey {
        var surveyor = surveyor
        var offset = UInt64(firstPiece)
        var count = firstPiece
        while try !surveyor.consume(buffer.span.extracting(0..<count)), offset < resource.clearLength {
            count = try read(resource, at: offset, from: input)
            offset += UInt64(count)
        }
        return try surveyor.finish()
    }

    private mutating func read(
        _ resource: MediaResource,
        at offset: UInt64,
        from input: borrowing SourceFile
    ) throws(RunFailure) -> Int {
        let count = Int(min(UInt64(Self.pieceLength), resource.clearLength - offset))
        try ClearPartReader.read(resource, into: &buffer, 0..<count, at: offset, from: input)
        return count
    }
}

/// A surveyor of one container format.
private protocol ContainerSurveyor {
    associatedtype Survey
    /// Consumes the next bytes, and returns true if no more are needed.
    mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool
    /// Returns the survey; called once no more bytes are needed, or at the end of the media resource.
    consuming func finish() throws(SampleEncryptionError) -> Survey
}

extension TransportStreamSurveyor: ContainerSurveyor {}
extension PackedAudioSurveyor: ContainerSurveyor {}
