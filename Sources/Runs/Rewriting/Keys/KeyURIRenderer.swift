import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import KeyURITemplates
import Presentations

/// Renders the URIs of keys, and refuses two keys with the same URI.
struct KeyURIRenderer {
    private let request: KeyURIRequest
    private let contentID: ContentID?
    private var onlyURI: String?
    private var uriOfKey: [UUID: String] = [:]
    private var keyOfURI: [[UInt8]: (keyID: UUID, location: LineLocation)] = [:]
    private var storedURICheck: StoredURICheck

    /// The warnings about URIs that also name keys of other titles.
    var warnings: [String] { storedURICheck.warnings }

    init(_ request: KeyURIRequest, contentID: ContentID?, store: (any KeyRecordLookup)?) {
        self.request = request
        self.contentID = contentID
        storedURICheck = StoredURICheck(store)
    }

    /// Returns the URI of a recorded key; `location` is the location of a line with the key, for messages.
    ///
    /// - Throws: `RunFailure` if another key of this run, or of the title in the key store, has the
    ///   URI, or if the template cannot be rendered.
    mutating func uri(of record: KeyRecord, at location: LineLocation) throws(RunFailure)
        -> String
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
            throw .sharedKeyURI(location, uri: uri, other: other.location)
        }
        if let identity = try storedURICheck.otherKey(with: uri, besides: record) {
            throw .keyURITaken(uri: uri, by: identity)
        }
        keyOfURI[Array(uri.utf8)] = (record.keyID, location)
        uriOfKey[record.keyID] = uri
        return uri
    }

    /// Returns the one URI that a template yields without key records.
    ///
    /// - Throws: `RunFailure` if the template needs a value that only a key record has, or an unknown
    ///   content id.
    mutating func uriWithoutRecord() throws(RunFailure) -> String {
        if let onlyURI { return onlyURI }
        let keyVariables = Set(StandardVariable.allCases.filter(\.distinguishesKeys).map(\.rawValue))
        let variables = try variables(contentID)
        let names = request.template.variableNames(seeingThrough: variables)
        if let name = names.first(where: keyVariables.contains) {
            throw .variableNeedsRecord(name)
        }
        if contentID == nil, names.contains(StandardVariable.contentID.rawValue) {
            throw .unknownContentID
        }
        let uri = try render(variables)
        onlyURI = uri
        return uri
    }

    private func variables(_ title: ContentID?) throws(RunFailure) -> TemplateVariables {
        try mapErrors(to: RunFailure.templateVariable) { () throws(TemplateVariableError) in
            try request.variables(title)
        }
    }

    private func render(_ variables: TemplateVariables) throws(RunFailure) -> String {
        try TemplateURI.render(request.template, variables)
    }
}
