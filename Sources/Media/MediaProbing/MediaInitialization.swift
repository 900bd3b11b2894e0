import ISOBaseMedia
import TransportStreams

/// The information in an initialization section that is needed to parse the segments after it.
package struct MediaInitialization: Sendable {
    /// The `moov`, or the PAT and PMT of a transport stream.
    enum Form: Sendable {
        case movie(MovieBox)
        case programs(ProgramTables)
    }

    let form: Form

    init(_ form: Form) {
        self.form = form
    }
}
