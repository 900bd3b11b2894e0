import ArgumentParser
import ProtectionTerms

/// The options for policy terms that a license server is asked to enforce.
struct KeyPolicyOptions: ParsableArguments {
    @Option(help: "The minimum HDCP level; none means that HDCP is not required.")
    var hdcp: HDCPLevel?

    @Option(help: "The minimum security level of the client.")
    var securityLevel: SecurityLevel?

    @Option(help: "The class of the content.")
    var contentType: TrackClass?

    @Option(help: ArgumentHelp("How long a lease lasts, in whole seconds.", valueName: "duration"))
    var lease: DurationArgument?

    @Option(help: ArgumentHelp("How long a rental lasts.", valueName: "duration"))
    var rental: DurationArgument?

    @Option(help: ArgumentHelp("How long playback may continue once started.", valueName: "duration"))
    var playback: DurationArgument?

    @Option(
        name: .customLong("offline-stream-id"),
        help: ArgumentHelp(
            "FairPlay's id of an offline stream, 1 to 16 bytes in hex digits.",
            valueName: "hex"
        )
    )
    var offlineStreamID: String?

    @Option(
        name: .customLong("offline-title-id"),
        help: ArgumentHelp(
            "FairPlay's id of an offline title, 1 to 16 bytes in hex digits.",
            valueName: "hex"
        )
    )
    var offlineTitleID: String?

    /// The terms that are given.
    var givenTerms: [KeyPolicyTerm] {
        let isGiven: [(KeyPolicyTerm, Bool)] = [
            (.hdcp, hdcp != nil), (.securityLevel, securityLevel != nil),
            (.contentType, contentType != nil),
            (.lease, lease != nil), (.rental, rental != nil), (.playback, playback != nil),
            (.offlineStreamID, offlineStreamID != nil), (.offlineTitleID, offlineTitleID != nil),
        ]
        return isGiven.filter(\.1).map(\.0)
    }

    func validate() throws {
        for (name, argument) in [("--lease", lease), ("--rental", rental), ("--playback", playback)] {
            guard let argument else { continue }
            guard
                argument.wholeSeconds.map({ (1...KeyPolicyTerms.secondsRange.upperBound).contains($0) })
                    == true
            else {
                throw ValidationError(
                    "\(name) is not a valid number of whole seconds (expected 1 to \(KeyPolicyTerms.secondsRange.upperBound)). Leave it out for no limit"
                )
            }
        }
        for (name, id) in [
            ("--offline-stream-id", offlineStreamID), ("--offline-title-id", offlineTitleID),
        ] {
            guard let id, !KeyPolicyTerms.isOfflineID(id) else { continue }
            throw ValidationError(
                "\(name) is not a valid id (got \(id.utf8.count) characters, expected \(KeyPolicyTerms.offlineIDForm))"
            )
        }
    }

    /// Returns `terms`, with the given terms replaced.
    func applied(to terms: KeyPolicyTerms) -> KeyPolicyTerms {
        var newTerms = KeyPolicyTerms()
        newTerms.hdcp = hdcp?.name
        newTerms.securityLevel = securityLevel?.rawValue
        newTerms.contentType = contentType?.rawValue
        newTerms.leaseSeconds = lease?.wholeSeconds
        newTerms.rentalSeconds = rental?.wholeSeconds
        newTerms.playbackSeconds = playback?.wholeSeconds
        newTerms.offlineStreamID = offlineStreamID?.lowercased()
        newTerms.offlineTitleID = offlineTitleID?.lowercased()
        return terms.replacing(with: newTerms)
    }
}

extension DurationArgument {
    /// The duration in seconds, or nil if it is not a whole number of them.
    fileprivate var wholeSeconds: Int? {
        duration.components.attoseconds == 0 ? Int(duration.components.seconds) : nil
    }
}

extension KeyPolicyTerms {
    /// The terms in one human-readable line.
    var text: String {
        values.isEmpty ? "nothing" : values.map { "\($0.term.rawValue) \($0.value)" }.joined(separator: ", ")
    }
}

extension HDCPLevel: ExpressibleByArgument {
    init?(argument: String) {
        guard let level = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = level
    }

    static var allValueStrings: [String] { names }

    /// No descriptions: the names of the levels suffice.
    static var allValueDescriptions: [String: String] { [:] }
}

extension KeyPolicyTerm: ExpressibleByArgument {}
extension SecurityLevel: ExpressibleByArgument {}
extension TrackClass: ExpressibleByArgument {}
