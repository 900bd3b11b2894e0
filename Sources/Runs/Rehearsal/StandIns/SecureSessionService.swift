import Ciphers
package import EntitlementMessages
package import FoundationEssentials
package import KeyRecordFormats
import Synchronization
import TextFormats
import WipedMemory

/// A stand-in for NAGRA's license server (SSP) and session manager (SSM).
///
/// SSM version 1 has setup, heartbeat and teardown; with version 2 a license creates the session. A content
/// token grants one license.
package final class SecureSessionService: Sendable {
    /// A way of managing sessions.
    package enum SessionMode: Hashable, Sendable {
        /// No sessions: licenses require only a content token.
        case none
        /// The app sets up a session and sends heartbeats (version 1).
        case setUpByApp
        /// The license server returns a session token with the license, and renewals keep the session
        /// (version 2).
        case createdByLicense
    }

    /// A session that licenses are requested in.
    private struct Session {
        let contentID: String
        var expiration: Date
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var playedTokens: Set<String> = []
    }

    /// The maximum number of remembered content tokens that have granted a license.
    private static let playedLimit = 100_000

    /// The way of managing sessions.
    package let sessionMode: SessionMode
    /// The interval between heartbeats, in seconds.
    let heartbeatInterval: Int
    /// The maximum number of sessions at a time; all sessions belong to one account.
    let sessionLimit: Int
    private let secret: SecretBytes
    private let keys: ExportedKeys
    private let state = Mutex(State())

    /// Creates a service for the keys of an exported file.
    ///
    /// - Parameters:
    ///   - keys: the exported keys.
    ///   - sessionMode: the way of managing sessions.
    ///   - heartbeatInterval: the interval between heartbeats, in seconds.
    ///   - sessionLimit: the maximum number of sessions at a time.
    package init(
        _ keys: ExportedKeys,
        _ sessionMode: SessionMode,
        heartbeatInterval: Int = 60,
        sessionLimit: Int = 2
    ) {
        self.keys = keys
        self.sessionMode = sessionMode
        self.heartbeatInterval = heartbeatInterval
        self.sessionLimit = sessionLimit
        secret = SecretBytes(copying: RandomBytes.generate(count: 32))
    }

    // MARK: Content tokens

    /// Creates a content token for a title, as the operator's backend does for its app.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - lifetime: the lifetime, in seconds.
    ///   - now: the start of the lifetime.
    /// - Returns: the token.
    package func contentToken(for contentID: String, lifetime: Double = 300, at now: Date = Date()) -> String
    {
        ContentToken(contentID: contentID, expiration: now.addingTimeInterval(lifetime))
            .signed(with: secret)
    }

    private func validToken(_ text: String, at now: Date) throws(LicenseServiceError) -> ContentToken {
        guard !text.isEmpty else { throw LicenseServiceError(.noContentToken, "there is no content token") }
        let token = try ContentToken(reading: text, signedWith: secret)
        guard token.expiration > now else {
            throw LicenseServiceError(.expired, "the content token has expired")
        }
        return token
    }

    // MARK: Sessions

    /// Sets up a session.
    ///
    /// - Parameters:
    ///   - authorization: the content token.
    ///   - now: the current time.
    /// - Returns: the session token and the heartbeat interval.
    /// - Throws: `LicenseServiceError`, with 1007 if there are too many sessions.
    package func setUp(
        _ authorization: String,
        at now: Date = Date()
    ) throws(LicenseServiceError) -> SessionAnswer {
        let token = try validToken(authorization, at: now)
        return SessionAnswer(
            sessionToken: try beginSession(
                Session(contentID: token.contentID, expiration: expiration(now)),
                at: now
            ),
            heartbeat: heartbeatInterval
        )
    }

    /// Keeps a session alive.
    ///
    /// - Parameters:
    ///   - sessionToken: the session token of the last answer.
    ///   - now: the current time.
    /// - Returns: a new session token, which replaces the old one.
    /// - Throws: `LicenseServiceError` if there is no such session.
    package func heartbeat(
        _ sessionToken: String,
        at now: Date = Date()
    ) throws(LicenseServiceError) -> SessionAnswer {
        let token = Hexadecimal.encode(RandomBytes.generate(count: 24))
        let isExtended = state.withLock { state in
            guard var session = state.sessions.removeValue(forKey: sessionToken), session.expiration > now
            else {
                return false
            }
            session.expiration = expiration(now)
            state.sessions[token] = session
            return true
        }
        guard isExtended else { throw Self.noSession }
        return SessionAnswer(sessionToken: token)
    }

    /// Ends a session, given the session token of the last answer.
    package func tearDown(_ sessionToken: String, at now: Date = Date()) throws(LicenseServiceError) {
        _ = try removeSession(sessionToken, at: now)
    }

    /// Returns the expiration of a session, which allows two missed heartbeats.
    private func expiration(_ now: Date) -> Date { now.addingTimeInterval(3 * Double(heartbeatInterval)) }

    private func beginSession(_ session: Session, at now: Date) throws(LicenseServiceError) -> String {
        let token = Hexadecimal.encode(RandomBytes.generate(count: 24))
        let isFull = state.withLock { state in
            state.sessions = state.sessions.filter { $1.expiration > now }
            guard state.sessions.count < sessionLimit else { return true }
            state.sessions[token] = session
            return false
        }
        guard !isFull else {
            throw LicenseServiceError(
                .tooManySessions,
                "the account already has \(sessionLimit) sessions, its limit"
            )
        }
        return token
    }

    private func removeSession(_ sessionToken: String, at now: Date) throws(LicenseServiceError) -> Session {
        let found = state.withLock { $0.sessions.removeValue(forKey: sessionToken) }
        guard let found, found.expiration > now else { throw Self.noSession }
        return found
    }

    private static let noSession = LicenseServiceError(
        .authorizations,
        "the session token has expired, or belongs to no session"
    )

    // MARK: Licenses

    /// Creates the license for an SPC.
    ///
    /// - Parameters:
    ///   - authorizations: the value of `nv-authorizations`: the content token, followed by a comma and the
    ///     session token if the app has a session; for a renewal only the session token.
    ///   - spc: the SPC.
    ///   - isRenewal: true to renew a license in a session.
    ///   - module: generates the CKC.
    ///   - now: the current time.
    /// - Returns: the answer.
    /// - Throws: `LicenseServiceError`.
    package func license(
        _ authorizations: String,
        spc: [UInt8],
        isRenewal: Bool,
        _ module: KeySecurityModule,
        at now: Date = Date()
    ) throws(LicenseServiceError) -> LicenseServiceAnswer {
        let parts = authorizations.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " })
        }
        if isRenewal {
            let token = parts.count == 1 ? parts[0] : ""
            let session = state.withLock { $0.sessions[token] }
            guard let session, session.expiration > now else { throw Self.noSession }
            state.withLock { $0.sessions[token]?.expiration = expiration(now) }
            return LicenseServiceAnswer(ckc: try ckc(for: spc, of: session.contentID, module))
        }
        let token = try validToken(parts[0], at: now)
        if sessionMode == .setUpByApp {
            let session = state.withLock { state in parts.count == 2 ? state.sessions[parts[1]] : nil }
            guard let session, session.expiration > now else { throw Self.noSession }
            guard session.contentID == token.contentID else {
                throw LicenseServiceError(.notGranted, "the session is for another title")
            }
        }
        let wasPlayed = state.withLock { $0.playedTokens.contains(token.id) }
        guard !wasPlayed else {
            throw LicenseServiceError(.alreadyPlayed, "the content token has already been used for a license")
        }
        let ckc = try ckc(for: spc, of: token.contentID, module)
        let isFirst = state.withLock { state in
            if state.playedTokens.count >= Self.playedLimit { state.playedTokens = [] }
            return state.playedTokens.insert(token.id).inserted
        }
        guard isFirst else {
            throw LicenseServiceError(.alreadyPlayed, "the content token has already been used for a license")
        }
        guard sessionMode == .createdByLicense else { return LicenseServiceAnswer(ckc: ckc) }
        let session = Session(contentID: token.contentID, expiration: expiration(now))
        return LicenseServiceAnswer(ckc: ckc, sessionToken: try resumeSession(session, at: now))
    }

    /// Extends the live session of the title, or begins one, and returns its token.
    private func resumeSession(_ session: Session, at now: Date) throws(LicenseServiceError) -> String {
        let live = state.withLock { state in
            let found = state.sessions.first { $1.contentID == session.contentID && $1.expiration > now }
            if let found { state.sessions[found.key] = session }
            return found?.key
        }
        if let live { return live }
        return try beginSession(session, at: now)
    }

    /// Creates the CKC with the key and IV of the key id in the SPC.
    ///
    /// The key has to belong to the title of the token, whatever title the key URI names.
    private func ckc(
        for spc: [UInt8],
        of contentID: String,
        _ module: KeySecurityModule
    ) throws(LicenseServiceError) -> [UInt8] {
        let lookup = SignallingLookup(keys)
        do throws(KSMRefusal) {
            return try module.license(for: spc) { (assetID) throws(KSMRefusal) in
                LicensedKey(try lookup.key(for: assetID, contentID: contentID))
            }
        } catch {
            let code: LicenseServiceError.Code =
                switch error.stage {
                case .request, .opening: .challenge
                case .lookup: .noKey
                }
            throw LicenseServiceError(code, error.message)
        }
    }
}
