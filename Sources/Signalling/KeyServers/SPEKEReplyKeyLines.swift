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
    /// signalling.
    ///
    /// Empty lines are stored as well, so that the server is not asked for them again. A line for the
    /// multivariant playlist without one for media playlists is refused: SPEKE demands both, and the URI for
    /// media playlists would be a guess.
    func lines(for requirement: KeyRequirement) throws(SPEKEReply.Refusal) -> [SuppliedLines] {
        var lines: [SuppliedLines] = []
        var missingSystem: UUID?
        for system in request.systems {
            let systemLines = try self.lines(of: system, requirement)
            if systemLines.media.isEmpty {
                guard systemLines.session.isEmpty else {
                    let reason = "has a line for the multivariant playlist and none for media playlists"
                    throw refusal(system, reason)
                }
                missingSystem = missingSystem ?? system
            }
            lines.append(systemLines)
        }
        if let missingSystem, lines.contains(where: { !$0.media.isEmpty }) {
            throw refusal(missingSystem, "has no lines, but other key systems have")
        }
        return lines
    }

    private func lines(
        of system: UUID,
        _ requirement: KeyRequirement
    ) throws(SPEKEReply.Refusal) -> SuppliedLines {
        let id = SPEKESystem.id(of: system, in: request.interface)
        let matchingSystems = document.drmSystems.filter { $0.systemID == id && $0.kid == answer.kid }
        guard matchingSystems.count <= 1 else {
            throw refusal(system, "appears \(matchingSystems.count) times")
        }
        let method = requirement.method.playlistName
        guard let drmSystem = matchingSystems.first else {
            return SuppliedLines(systemID: system, media: [], session: [])
        }
        let attributeText = try attributes(of: drmSystem, system, method)
        let lines = SuppliedLines(
            systemID: system,
            media: Self.lines(drmSystem.mediaLines, attributeText.map { "#EXT-X-KEY:" + $0 }),
            session: Self.lines(drmSystem.multivariantLines, attributeText.map { "#EXT-X-SESSION-KEY:" + $0 })
        )
        for line in lines.media { try check(line, "#EXT-X-KEY:", system, method) }
        for line in lines.session { try check(line, "#EXT-X-SESSION-KEY:", system, method) }
        return lines
    }

    /// Returns the server's lines without empty `KEYFORMAT` attributes, or the line made from its values if
    /// it gave no lines.
    private static func lines(_ suppliedLines: [String]?, _ builtLine: String?) -> [String] {
        guard let suppliedLines, !suppliedLines.isEmpty else { return builtLine.map { [$0] } ?? [] }
        return suppliedLines.map(EncryptionKey.lineWithoutEmptyKeyFormat)
    }

    /// Returns the attributes of a key line from the values of SPEKE v1, which has no whole lines.
    private func attributes(of drmSystem: CPIXDRMSystem, _ system: UUID, _ method: String)
        throws(SPEKEReply.Refusal) -> String?
    {
        guard let uri = drmSystem.keyURI, !uri.isEmpty else { return nil }
        let format = drmSystem.keyFormat ?? SPEKESystem.keyFormat(of: system) ?? EncryptionKey.identity
        let versions = drmSystem.keyFormatVersions ?? "1"
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
        guard let ivText = list.writtenValue("IV") else { return }
        guard InitializationVector(hexadecimal: ivText) == iv else {
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
        let name = SPEKESystem.keyFormat(of: system) ?? SPEKESystem.uuidText(system)
        return SPEKEReply.Refusal(
            reason: "key system \(name) of key \(SPEKESystem.uuidText(answer.kid)) \(reason)"
        )
    }
}
