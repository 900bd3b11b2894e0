import Rehearsal

/// The way of an app from the asset id to the address of the license: what it asks before, of whom (R03, R04).
protocol LicenseAccess {
    /// The address of the certificate; nil where the app has it.
    var certificateURL: String? { get }

    /// Whether who stands before the license server gives something new for each request, which opens one license.
    var isFresh: Bool { get }

    /// Why licenses are not asked for, and the walk ends before them; nil where they are.
    var endsEarly: String? { get }

    /// Whether each request uses up something that servers of others give, and may ask money for.
    var usesTokensOfOthers: Bool { get }

    /// The key that the exported file has for an asset id.
    ///
    /// - Parameters:
    ///   - asking: the asset id.
    ///   - key: the key.
    /// - Returns: the key in the file; nil where no file is given.
    /// - Throws: `KSMRefusal` where the file has none.
    func exported(_ asking: AssetIDStep.Asking, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup.Found?

    /// Asks for the address of a license.
    ///
    /// - Parameters:
    ///   - asking: the asset id.
    ///   - key: the key.
    ///   - records: the steps.
    /// - Returns: how far the app came.
    func route(
        to asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ records: inout StepRecords
    ) -> LicenseAccessOutcome

    /// The transport of licenses, on which the app sees what answers say beside them.
    ///
    /// - Parameter transport: the way to the servers.
    /// - Returns: the way that licenses are asked over.
    func observing(_ transport: any LicenseTransport) -> any LicenseTransport

    /// Walks what comes later beside licenses: sessions (R12).
    ///
    /// - Parameters:
    ///   - asking: the asset id of a key whose license came.
    ///   - key: the key.
    ///   - license: asks for the license at an address, as a device that plays.
    ///   - record: R12.
    func walkLater(
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        license: (LicenseRoute) -> LaterLicense.Answer,
        _ record: inout StepRecord
    )

    /// Ends what was begun at the servers, also of a walk that went wrong.
    func end()
}

extension LicenseAccess {
    var certificateURL: String? { nil }
    var isFresh: Bool { false }
    var endsEarly: String? { nil }
    var usesTokensOfOthers: Bool { false }

    func observing(_ transport: any LicenseTransport) -> any LicenseTransport { transport }

    func walkLater(
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        license: (LicenseRoute) -> LaterLicense.Answer,
        _ record: inout StepRecord
    ) {}

    func end() {}
}

/// How far an app came on the way to the address of a license.
enum LicenseAccessOutcome {
    /// To the address.
    case route(LicenseRoute)
    /// As far as there is a way (``LicenseAccess/endsEarly``): the key is taken from the exported file.
    case end(KSMLookup.Found)
    /// To a server that has no key for the asset id.
    case miss(LicenseServerError)
    /// Not so far; the steps say why.
    case failed
}
