extension KeyPolicy {
    /// A kind of term, by its name.
    package enum Term: String, CaseIterable, Sendable {
        case hdcp
        case securityLevel = "security-level"
        case contentType = "content-type"
        case lease, rental, playback
        case offlineStreamID = "offline-stream-id"
        case offlineTitleID = "offline-title-id"
    }
}

extension KeyPolicy.Terms {
    /// These terms without one.
    package func without(_ term: KeyPolicy.Term) -> KeyPolicy.Terms {
        var terms = self
        switch term {
        case .hdcp: terms.hdcp = nil
        case .securityLevel: terms.securityLevel = nil
        case .contentType: terms.contentType = nil
        case .lease: terms.leaseSeconds = nil
        case .rental: terms.rentalSeconds = nil
        case .playback: terms.playbackSeconds = nil
        case .offlineStreamID: terms.offlineStreamID = nil
        case .offlineTitleID: terms.offlineTitleID = nil
        }
        return terms
    }

    /// The terms that are demanded, with their values, in the order of ``KeyPolicy/Term``.
    package var values: [(term: KeyPolicy.Term, value: String)] {
        let all: [(KeyPolicy.Term, String?)] = [
            (.hdcp, hdcp), (.securityLevel, securityLevel), (.contentType, contentType),
            (.lease, leaseSeconds.map { "\($0)s" }), (.rental, rentalSeconds.map { "\($0)s" }),
            (.playback, playbackSeconds.map { "\($0)s" }),
            (.offlineStreamID, offlineStreamID), (.offlineTitleID, offlineTitleID),
        ]
        return all.compactMap { term, value in value.map { (term, $0) } }
    }

    /// These terms with the given ones in their place; those that are not given stay.
    package func replacing(with given: KeyPolicy.Terms) -> KeyPolicy.Terms {
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
