import ISOBaseMedia
import TransportStreams

/// What an initialization section says that the segments behind it need to be understood.
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
