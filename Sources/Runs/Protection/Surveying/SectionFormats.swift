import CommonEncryption
import Failures
import Presentations
import SampleEncryption

/// The content of each segment's initialization section: program tables or a movie.
struct SectionFormats: Sendable {
    private var formats: [Int: SurveyedFormat] = [:]

    /// The formats of a presentation in which no segment has an initialization section.
    static let none = SectionFormats()

    private init() {}

    /// - Throws: `RunFailure` if a segment has two different sections: it can be encrypted by one
    ///   only.
    init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ surveys: [Int: SurveyedFormat]
    ) throws(RunFailure) {
        var sectionOf: [Int: Int] = [:]
        for use in layout.segmentUses(in: presentation) {
            let resourceIndex = use.resource
            guard let section = use.section, let format = surveys[section] else { continue }
            // The tables of an I-frame's section are not those of the segment that holds the I-frame.
            if use.isSharedIFrame, format.tables != nil { continue }
            if let known = formats[resourceIndex] {
                guard Self.areSame(known, format) else {
                    throw .differentSections(
                        MediaLocation(layout.resources[resourceIndex]),
                        layout.resources[sectionOf[resourceIndex] ?? section].origin,
                        layout.resources[section].origin
                    )
                }
            } else {
                formats[resourceIndex] = format
                sectionOf[resourceIndex] = section
            }
        }
    }

    /// Returns the program tables of a segment's section by media resource index, or nil if it has none.
    func tables(forResource resource: Int) -> TransportStreamSurvey? { formats[resource]?.tables }

    /// Returns the movie of a segment's section by media resource index, or nil if it has none.
    func movie(forResource resource: Int) -> MovieFormat? {
        guard case .movie(let movie) = formats[resource] else { return nil }
        return movie
    }

    /// Indicates whether two sections describe the streams of a segment in the same way.
    private static func areSame(_ first: SurveyedFormat, _ second: SurveyedFormat) -> Bool {
        switch (first, second) {
        case (.movie(let first), .movie(let second)): first == second
        default:
            first.tables?.programMapPID == second.tables?.programMapPID
                && first.tables?.programMap == second.tables?.programMap
        }
    }
}
