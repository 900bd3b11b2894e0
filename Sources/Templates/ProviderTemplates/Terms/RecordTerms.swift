/// What a key server should demand for a key, in the words of `fairlead keys policy`; nil for what is not demanded.
package struct RecordTerms: Hashable, Sendable {
    /// A kind of term; the raw values are the keys of a template file.
    package enum Term: String, CaseIterable, Sendable {
        case hdcp
        case securityLevel = "security_level"
        case contentType = "content_type"
        case lease, rental, playback
        case offlineStreamID = "offline_stream_id"
        case offlineTitleID = "offline_title_id"
    }

    /// Least HDCP level.
    package internal(set) var hdcp: String?
    /// Least security level of the client.
    package internal(set) var securityLevel: String?
    /// Class of the content.
    package internal(set) var contentType: String?
    /// How long a lease lasts, in seconds.
    package internal(set) var leaseSeconds: Int?
    /// How long a rental lasts, in seconds.
    package internal(set) var rentalSeconds: Int?
    /// How long playback may go on once started, in seconds.
    package internal(set) var playbackSeconds: Int?
    /// FairPlay's id of an offline stream, 1 to 16 bytes in hexadecimal digits.
    package internal(set) var offlineStreamID: String?
    /// FairPlay's id of an offline title, 1 to 16 bytes in hexadecimal digits.
    package internal(set) var offlineTitleID: String?

    /// Terms that demand nothing.
    package init() {}

    /// Whether nothing is demanded.
    package var isEmpty: Bool { self == RecordTerms() }

    /// These terms with the given ones in their place; those that are not given stay.
    func replacing(with given: RecordTerms) -> RecordTerms {
        var terms = self
        terms.hdcp = given.hdcp ?? hdcp
        terms.securityLevel = given.securityLevel ?? securityLevel
        terms.contentType = given.contentType ?? contentType
        terms.leaseSeconds = given.leaseSeconds ?? leaseSeconds
        terms.rentalSeconds = given.rentalSeconds ?? rentalSeconds
        terms.playbackSeconds = given.playbackSeconds ?? playbackSeconds
        terms.offlineStreamID = given.offlineStreamID ?? offlineStreamID
        terms.offlineTitleID = given.offlineTitleID ?? offlineTitleID
        return terms
    }
}

/// What key servers are to demand for the keys of a title.
package struct RecordPolicy: Hashable, Sendable {
    /// A class of tracks; the raw values are the names in a template file and of `--key-per type`.
    package enum TrackClass: String, CaseIterable, Sendable {
        case audio, sd, hd, uhd
    }

    /// The terms of all keys.
    package internal(set) var common = RecordTerms()
    /// The terms of the keys of a class, over the common ones.
    package internal(set) var classes: [TrackClass: RecordTerms] = [:]

    /// Nothing is demanded.
    package init() {}

    /// Whether nothing is demanded of any key.
    package var isEmpty: Bool { common.isEmpty && classes.values.allSatisfy(\.isEmpty) }

    /// The terms of the key of a track (`all`, a class, or a rendition's name).
    package func terms(ofTrack track: String) -> RecordTerms {
        guard let trackClass = TrackClass(rawValue: track), let terms = classes[trackClass] else {
            return common
        }
        return common.replacing(with: terms)
    }
}
