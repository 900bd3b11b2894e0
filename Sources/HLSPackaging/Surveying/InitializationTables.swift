import HLSPlaylists
import SampleEncryption

/// The program tables of the `EXT-X-MAP` under which each segment stands.
struct InitializationTables: Sendable {
    private var sections: [Int: TransportStreamSurvey] = [:]

    /// - Throws: `PackagingError` when a segment stands under two sections whose tables differ: it can be encrypted by one
    ///   only.
    init(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        _ surveys: [Int: SampleAESFormat]
    ) throws(PackagingError) {
        var sectionOf: [Int: Int] = [:]
        for use in layout.segmentUses(in: presentation) where !use.isSharedIFrame {
            let unit = use.unit
            guard let section = use.section else { continue }
            guard case .programTables(let tables) = surveys[section] else { continue }
            if let known = sections[unit] {
                guard known.programMapPID == tables.programMapPID, known.programMap == tables.programMap
                else {
                    let place = MediaPlace(layout.units[unit])
                    throw .differentSections(
                        place,
                        layout.units[sectionOf[unit] ?? section].origin,
                        layout.units[section].origin
                    )
                }
            } else {
                sections[unit] = tables
                sectionOf[unit] = section
            }
        }
    }

    /// The tables for a segment, by the index of its unit; nil when it stands under none.
    func tables(forUnit unit: Int) -> TransportStreamSurvey? { sections[unit] }
}
