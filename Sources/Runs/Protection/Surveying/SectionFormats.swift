import CommonEncryption
import Presentations
import SampleEncryption

/// What the `EXT-X-MAP` says under which each segment stands: program tables or a movie.
struct SectionFormats: Sendable {
    private var formats: [Int: SampleAESFormat] = [:]

    /// No segment stands under one.
    static let none = SectionFormats()

    private init() {}

    /// - Throws: `PresentationError` when a segment stands under two sections that differ: it can be encrypted by one only.
    init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ surveys: [Int: SampleAESFormat]
    ) throws(PresentationError) {
        var sectionOf: [Int: Int] = [:]
        for use in layout.segmentUses(in: presentation) {
            let unit = use.unit
            guard let section = use.section, let format = surveys[section] else { continue }
            // The tables of an I-frame's section are not those of the segment that holds it.
            if use.isSharedIFrame, format.tables != nil { continue }
            if let known = formats[unit] {
                guard Self.areSame(known, format) else {
                    throw .protection(
                        .differentSections(
                            MediaPlace(layout.units[unit]),
                            layout.units[sectionOf[unit] ?? section].origin,
                            layout.units[section].origin
                        )
                    )
                }
            } else {
                formats[unit] = format
                sectionOf[unit] = section
            }
        }
    }

    /// The tables for a segment, by the index of its unit; nil when it stands under none.
    func tables(forUnit unit: Int) -> TransportStreamSurvey? { formats[unit]?.tables }

    /// The movie of a segment, by the index of its unit; nil when it stands under none.
    func movie(forUnit unit: Int) -> MovieFormat? {
        guard case .movie(let movie) = formats[unit] else { return nil }
        return movie
    }

    /// Whether two sections say the same of the streams of a segment.
    private static func areSame(_ first: SampleAESFormat, _ second: SampleAESFormat) -> Bool {
        switch (first, second) {
        case (.movie(let first), .movie(let second)): first == second
        default:
            first.tables?.programMapPID == second.tables?.programMapPID
                && first.tables?.programMap == second.tables?.programMap
        }
    }
}
