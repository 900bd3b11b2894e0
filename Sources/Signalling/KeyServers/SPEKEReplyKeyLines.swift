import CPIXDocuments
import Ciphers
import FoundationEssentials
import HLSPlaylists
import KeyStore
import ProtectionTerms

/// The key lines that a key server supplied with a key.
///
/// They are checked before they are stored, because stored lines never change.
struct SPEKEReplyKeyLines {
    let request: SPEKERequest
    let document: CPIXDocument
    let answer: CPIXContentKey
    /// The IV that the server gave, or else the one that the request asked for.
    let iv: InitializationVector

    /// Returns lines for all key systems of the request, or empty ones for all if the server supplies no
    /// signaling.
    ///
    /// Empty lines are stored as well, so that the server is not asked for them again. A line for the
    /// multivariant playlist without one for media playlists is refused: SPEKE demands both, and the URI for
    /// media playlists would be a guess.
    func lines(for requirement: KeyRequirement) throws(SPEKEReply.Refusal) -> [SuppliedLines] {
        var lines: [SuppliedLines] = []
        var missing: UUID?
        for system in request.systems {
            let given = try self.lines(of: system, requirement)
            if given.media.isEmpty {
                guard given.session.isEmpty else {
                    let reason = "has a line for the multivariant playlist and none for media playlists"
                    throw refusal(system, reason)
                }
                missing = missing ?? system
            }
            lines.append(given)
        }
        if let missing, lines.contains(where: { !$0.media.isEmpty }) {
            throw refusal(missing, "has no lines, but other key systems have")
        }
        return lines
    }

    private func lines(
        of system: UUID,
        _ requirement: KeyRequirement
    ) throws(SPEKEReply.Refusal) -> SuppliedLines {
        let id = SPEKESystem.id(of: system, in: request.interface)
        let found = document.drmSystems.filter { $0.systemID == id && $0.kid == answer.kid }
        guard found.count <= 1 else { throw refusal(system, "appears \(found.count) times") }
        let method = requirement.method.playlistName
        guard let given = found.first else { return SuppliedLines(systemID: system, media: [], session: []) }
        let made = try attributes(of: given, system, method)
        let lines = SuppliedLines(
            systemID: system,
            media: Self.lines(given.mediaLines, made.map { "#EXT-X-KEY:" + $0 }),
            session: Self.lines(given.multivariantLines, made.map { "#EXT-X-SESSION-KEY:" + $0 })
        )
        for line in lines.media { try check(line, "#EXT-X-KEY:", system, method) }
        for line in lines.session { try check(line, "#EXT-X-SESSION-KEY:", system, method) }
        return lines
    }

    /// Returns the server's lines without empty `KEYFORMAT` attributes, or the line made from its values if
    /// it gave no lines.
    private static func lines(_ given: [String]?, _ made: String?) -> [String] {
        guard let given, !given.isEmpty else { return made.map { [$0] } ?? [] }
        return given.map(EncryptionKey.lineWithoutEmptyKeyFormat)
    }

    /// Returns the attributes of a key line from the values of SPEKE v1, which has no whole lines.
    private func attributes(of given: CPIXDRMSystem, _ system: UUID, _ method: String)
        throws(SPEKEReply.Refusal) -> String?
    {
        guard let uri = given.keyURI, !uri.isEmpty else { return nil }
        let format = given.keyFormat ?? SPEKESystem.keyFormat(of: system) ?? EncryptionKey.identity
        let versions = given.keyFormatVersions ?? "1"
        // A quote would end the attribute, and the rest would be read as another one.
        guard ![uri, format, versions].contains(where: { $0.utf8.contains(0x22) }) else {
            throw refusal(system, "has a quote in its key URI or key format")
        }
        return #"METHOD=\#(method),URI="\#(uri)",KEYFORMAT="\#(format)","#
            + #"KEYFORMATVERSIONS="\#(versions)""#
    }

    private func check(
        _ line: String,
        _ tag: String,
        _ system: UUID,
        _ method: String
    ) throws(SPEKEReply.Refusal) {
        guard line.hasPrefix(tag), line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw refusal(system, "has a line that is not an \(tag.dropFirst().dropLast())")
        }
        let list: AttributeList
        let format: String
        do {
            list = try AttributeList(
                parsing: Array(line.utf8.dropFirst(tag.utf8.count))[...],
                line: 1,
                column: 1
            )
            format = try list.effectiveKeyFormat()
        } catch {
            throw refusal(system, "has a line with malformed attributes")
        }
        try compare("METHOD", list.writtenValue("METHOD"), method, system)
        try compare("KEYFORMAT", format, SPEKESystem.keyFormat(of: system) ?? format, system)
        guard let uri = list.writtenValue("URI"), uri.utf8.count > 2 else {
            throw refusal(system, "has a line without a URI")
        }
        guard let written = list.writtenValue("IV") else { return }
        guard InitializationVector(hexadecimal: written) == iv else {
            throw refusal(system, "has a line whose IV is not the key's explicitIV")
        }
    }

    private func compare(
        _ name: String,
        _ found: String?,
        _ expected: String,
        _ system: UUID
    ) throws(SPEKEReply.Refusal) {
        guard found != expected else { return }
        throw refusal(
            system,
            "has a line with \(name) \(found?.prefix(60) ?? "missing"), expected \(expected)"
        )
    }

    private func refusal(_ system: UUID, _ reason: String) -> SPEKEReply.Refusal {
        let name = SPEKESystem.keyFormat(of: system) ?? SPEKESystem.text(system)
        return SPEKEReply.Refusal(
            reason: "key system \(name) of key \(SPEKESystem.text(answer.kid)) \(reason)"
        )
    }
}
