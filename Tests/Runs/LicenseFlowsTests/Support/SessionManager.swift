import EntitlementMessages
import Synchronization

@testable import LicenseFlows

/// An external session manager (SSM version 1) that knows its open sessions.
final class SessionManager: Sendable {
    private struct Sessions {
        var active: Set<String> = []
        var count = 0
    }

    private let sessions = Mutex(Sessions())
    private let heartbeat: Int
    private let most: Int

    /// Creates a manager that allows `most` sessions at once, with an interval of `heartbeat` seconds.
    init(heartbeat: Int = 60, most: Int = 2) {
        self.heartbeat = heartbeat
        self.most = most
    }

    /// The tokens of the open sessions.
    var active: Set<String> { sessions.withLock { $0.active } }

    /// The number of tokens that the manager gave.
    var count: Int { sessions.withLock { $0.count } }

    /// Answers instead of the servers of a rehearsal.
    func answer(_ planted: inout PlantedFlow) {
        planted.request.servers.sessionURL = "https://ssm.example.com"
        planted.request.servers.contentTokens = ["content-token"]
        planted.faults.exchanges[.sessionSetUp] = { [self] _, _, _ in setUp() }
        planted.faults.exchanges[.heartbeat] = { [self] request, _, _ in beat(request) }
        planted.faults.exchanges[.sessionTearDown] = { [self] request, _, _ in tearDown(request) }
    }

    /// Opens a session.
    func setUp() -> LicenseResponse {
        sessions.withLock { sessions in
            guard sessions.active.count < most else {
                return Self.refusal(.tooManySessions)
            }
            let token = Self.next(&sessions)
            return LicenseResponse(
                status: 200,
                body: SessionAnswer(sessionToken: token, heartbeat: heartbeat).body
            )
        }
    }

    private func beat(_ request: AppRequest) -> LicenseResponse {
        sessions.withLock { sessions in
            guard sessions.active.remove(Self.token(of: request)) != nil else {
                return Self.refusal(.authorizations)
            }
            return LicenseResponse(
                status: 200,
                body: SessionAnswer(sessionToken: Self.next(&sessions)).body
            )
        }
    }

    private func tearDown(_ request: AppRequest) -> LicenseResponse {
        sessions.withLock { sessions in
            guard sessions.active.remove(Self.token(of: request)) != nil else {
                return Self.refusal(.authorizations)
            }
            return LicenseResponse(status: 200, body: Array("{}".utf8))
        }
    }

    private static func next(_ sessions: inout Sessions) -> String {
        sessions.count += 1
        let token = "session-token-\(sessions.count)"
        sessions.active.insert(token)
        return token
    }

    private static func token(of request: AppRequest) -> String {
        request.headers.first { $0.name == "nv-authorizations" }?.value ?? ""
    }

    private static func refusal(_ code: LicenseServiceError.Code) -> LicenseResponse {
        LicenseResponse(status: code.status, body: LicenseServiceError(code, "refused").body)
    }
}
