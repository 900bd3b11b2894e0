import Ciphers
import FoundationEssentials
import KeyStore
import KeyURITemplates
import Presentations

/// Gives keys their URIs, and no two keys the same (decision 11 of the design).
struct KeyURIRenderer {
    private let request: KeyURIRequest
    private let contentID: ContentID?
    private var onlyURI: String?
    private var uriOfKey: [UUID: String] = [:]
    private var keyOfURI: [[UInt8]: (keyID: UUID, place: RewriteError.Place)] = [:]
    private var stored: StoredURICheck

    /// URIs that also name keys of other titles.
    var warnings: [String] { stored.warnings }

    init(_ request: KeyURIRequest, contentID: ContentID?, store: (any KeyRecordLookup)?) {
        self.request = request
        self.contentID = contentID
        stored = StoredURICheck(store)
    }

    /// The URI of a recorded key.
    ///
    /// - Parameters:
    ///   - record: the key.
    ///   - place: a line of the key, for messages.
    /// - Returns: the URI.
    /// - Throws: `PresentationError` when another key has the URI.
    mutating func uri(of record: KeyRecord, at place: RewriteError.Place) throws(PresentationError) -> String
    {
        if let known = uriOfKey[record.keyID] { return known }
        var variables = try variables(record.identity.contentID)
        variables.setKey(
            track: record.identity.track,
            period: record.identity.period,
            generation: record.identity.generation,
            keyID: record.keyID,
            iv: record.iv.bytes
        )
        let uri = try render(variables)
        if let other = keyOfURI[Array(uri.utf8)], other.keyID != record.keyID {
            throw .rewrite(.sharedURI(place, uri: KeyURIText.redacted(uri), other: other.place))
        }
        if let identity = try stored.holder(of: uri, besides: record) {
            throw .keyURITaken(uri: KeyURIText.redacted(uri), by: identity)
        }
        keyOfURI[Array(uri.utf8)] = (record.keyID, place)
        uriOfKey[record.keyID] = uri
        return uri
    }

    /// The only URI that there is without records.
    ///
    /// - Throws: `PresentationError` for a template that needs what only a record knows.
    mutating func uriWithoutRecord() throws(PresentationError) -> String {
        if let onlyURI { return onlyURI }
        let known = Set(StandardVariable.allCases.filter(\.distinguishesKeys).map(\.rawValue))
        let variables = try variables(contentID)
        let names = request.template.variableNames(seeingThrough: variables)
        if let name = names.first(where: known.contains) {
            throw .rewrite(.variableOfRecord(name))
        }
        if contentID == nil, names.contains(StandardVariable.contentID.rawValue) {
            throw .rewrite(.titleIsUnknown)
        }
        let uri = try render(variables)
        onlyURI = uri
        return uri
    }

    private func variables(_ title: ContentID?) throws(PresentationError) -> TemplateVariables {
        do {
            return try request.variables(title)
        } catch {
            throw .templateVariable(error)
        }
    }

    private func render(_ variables: TemplateVariables) throws(PresentationError) -> String {
        try TemplateURI.render(request.template, variables)
    }
}
