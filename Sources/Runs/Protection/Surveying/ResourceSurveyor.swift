import Bitstreams
import CommonEncryption
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
    private let isGrouped: Bool
    private var buffer = [UInt8](repeating: 0, count: pieceLength)

    /// Creates a surveyor with the scheme of fMP4.
    ///
    /// Other media are refused for cenc; for cbcs they are encrypted with SAMPLE-AES.
    init(scheme: ProtectionScheme, isGrouped: Bool) {
        self.scheme = scheme
        self.isGrouped = isGrouped
    }

    /// Surveys a media resource: its start, or in fMP4 everything that determines its encryption.
    ///
    /// - Parameters:
    ///   - unit: the media resource.
    ///   - section: the program tables of a segment's `EXT-X-MAP`, or nil if it has none.
    ///   - movie: the movie of an fMP4 segment's `EXT-X-MAP`, or nil if it has none.
    ///   - declaredAudio: the AAC type that the playlists declare, or nil.
    ///   - files: the source files of the presentation.
    /// - Returns: the sample format, or nil for WebVTT, which has no samples.
    /// - Throws: `PresentationError` if the media resource cannot be read or protected.
    mutating func survey(
        _ unit: MediaResource,
        section: TransportStreamSurvey?,
        movie: MovieFormat?,
        declaredAudio: AudioSetupInformation.AudioType?,
        in files: SourceFiles
    ) throws(PresentationError) -> SurveyedFormat? {
        let input = try ClearPartReader.open(unit, in: files)
        let count = try read(unit, at: 0, from: input)
        do {
            let container = SampleContainer.sniff(buffer[..<count])
            try checkScheme(container, of: unit, prefix: buffer[..<count])
            switch container {
            case .transportStream:
                let surveyor = TransportStreamSurveyor(
                    section: section,
                    isSection: unit.content == .initialization,
                    declaredAudio: declaredAudio
                )
                let survey = try self.survey(unit, with: surveyor, firstPiece: count, from: input)
                return try Self.format(of: survey, in: unit)
            case .packedAudio:
                guard unit.content == .segment else {
                    throw PresentationError.protection(.sectionWithoutTables(MediaLocation(unit)))
                }
                return .packedAudio(
                    try self.survey(
                        unit,
                        with: PackedAudioSurveyor(declared: declaredAudio),
                        firstPiece: count,
                        from: input
                    )
                )
            case .fragmentedMP4:
                let surveyor = FragmentSurveyor(unit, scheme: scheme, isGrouped: isGrouped)
                return try surveyor.survey(under: movie, from: input)
            case .text: return nil
            case .unsupported(let kind):
                throw PresentationError.protection(.unsupportedMedia(MediaLocation(unit), kind))
            }
        } catch let error as SampleEncryptionError {
            guard input.isUnchanged() else { throw .mediaChanged(file: unit.file) }
            throw .protection(.samples(MediaLocation(unit), error))
        } catch let error as PresentationError {
            throw error
        } catch {
            throw .fault(String(describing: error))
        }
    }

    private func checkScheme(
        _ container: SampleContainer,
        of unit: MediaResource,
        prefix: ArraySlice<UInt8>
    ) throws(PresentationError) {
        guard scheme == .cenc else { return }
        switch container {
        case .transportStream: throw .protection(.counterModeMedia(MediaLocation(unit), .transportStream))
        case .packedAudio: throw .protection(.counterModeMedia(MediaLocation(unit), StreamKind.sniff(prefix)))
        case .fragmentedMP4, .text, .unsupported: return
        }
    }

    /// Returns the format, and throws if the length is not whole packets or a section has no tables.
    private static func format(
        of survey: TransportStreamSurvey,
        in unit: MediaResource
    ) throws -> SurveyedFormat {
        let stride = UInt64(survey.packetFormat.stride)
        let remainder = unit.clearLength % stride
        guard remainder == 0 else {
            throw SampleEncryptionError.malformed(
                .truncated(offset: unit.clearLength - remainder, needed: stride, available: remainder)
            )
        }
        guard unit.content == .initialization else { return .transportStream(survey) }
        guard survey.hasTables else {
            throw PresentationError.protection(.sectionWithoutTables(MediaLocation(unit)))
        }
        return .programTables(survey)
    }

    private mutating func survey<Surveyor: ContainerSurveyor>(
        _ unit: MediaResource,
        with surveyor: consuming Surveyor,
        firstPiece: Int,
        from input: borrowing SourceFile
    ) throws -> Surveyor.Survey {
        var surveyor = surveyor
        var done = UInt64(firstPiece)
        var count = firstPiece
        while try !surveyor.consume(buffer.span.extracting(0..<count)), done < unit.clearLength {
            count = try read(unit, at: done, from: input)
            done += UInt64(count)
        }
        return try surveyor.finish()
    }

    private mutating func read(
        _ unit: MediaResource,
        at done: UInt64,
        from input: borrowing SourceFile
    ) throws(PresentationError) -> Int {
        let wanted = Int(min(UInt64(Self.pieceLength), unit.clearLength - done))
        try ClearPartReader.read(unit, into: &buffer, 0..<wanted, at: done, from: input)
        return wanted
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
