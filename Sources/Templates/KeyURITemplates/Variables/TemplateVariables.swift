import TextFormats

package import struct FoundationEssentials.UUID

/// The variables with which a key URI template is rendered.
///
/// This is a value type, which is copied and changed for each key.
package struct TemplateVariables: Hashable, Sendable {
    /// The encoding of a text in a URI if the template names no filter.
    package enum Encoding: Sendable {
        /// The text is percent-encoded, as a component of the URI.
        case percent
        /// The text is inserted unchanged.
        case verbatim
    }

    private var values: [String: Value] = [:]
    private var compositions: [String: ComposedVariable] = [:]

    /// Creates variables of which none is set.
    package init() {}

    /// Creates variables of which only `content_id` is set.
    package init(contentID: String) {
        insert(contentID, as: .contentID)
    }

    /// The value of a variable that is not composed, or nil if it is not set; `asset_id` defaults to
    /// `content_id`.
    package subscript(name: String) -> Value? {
        values[name] ?? StandardVariable(rawValue: name)?.fallback.flatMap { values[$0.rawValue] }
    }

    /// Returns the composition of a variable, or nil if it has none.
    func composition(of name: String) -> ComposedVariable? { compositions[name] }

    /// Returns the names with those of all variables on which they depend, each once, in the order of
    /// discovery.
    func dependencies(of names: [String]) -> [String] {
        var discovered: [String] = []
        var seen: Set<String> = []
        var pending = Array(names.reversed())
        while let name = pending.popLast() {
            guard seen.insert(name).inserted else { continue }
            discovered.append(name)
            guard values[name] == nil else { continue }
            if let fallback = StandardVariable(rawValue: name)?.fallback { pending.append(fallback.rawValue) }
            if let composition = compositions[name] {
                pending += composition.template.variableNames.reversed()
            }
        }
        return discovered
    }

    /// The names of the variables that have a value, sorted.
    package var names: [String] { values.keys.sorted() }

    /// Sets the variables of one key, replacing those of an earlier key.
    ///
    /// - Parameters:
    ///   - track: `all`, a class of renditions or the name of a rendition.
    ///   - period: the index of the key period, from 0.
    ///   - generation: the generation of the title's keys, from 1.
    ///   - keyID: the id of the key.
    ///   - iv: the IV of the key record, 16 bytes, or nil to leave `{iv}` without a value.
    package mutating func setKey(
        track: String,
        period: Int,
        generation: Int,
        keyID: UUID,
        iv: [UInt8]? = nil
    ) {
        insert(track, as: .track)
        insert(String(period), as: .period)
        insert(String(generation), as: .generation)
        insert(keyID.uuidString.lowercased(), as: .keyID)
        values[StandardVariable.iv.rawValue] = nil
        if let iv { insert(Hexadecimal.encode(iv), as: .iv) }
    }

    /// Sets `entitlement_url`, and throws if the text is not an absolute URL.
    package mutating func setEntitlementURL(_ url: String) throws(TemplateVariableError) {
        try set(.entitlementURL, to: url)
    }

    /// Sets a standard variable, and throws if the text is not of its type.
    package mutating func set(
        _ variable: StandardVariable,
        to text: String
    ) throws(TemplateVariableError) {
        guard variable.type.accepts(text) else {
            throw TemplateVariableError(
                name: variable.rawValue,
                problem: .mismatch(variable.type, source: nil)
            )
        }
        insert(text, as: variable)
    }

    /// Sets a user's variable or `asset_id` from `NAME=VALUE`, in which the value may contain equals signs.
    package mutating func assign(_ assignment: String) throws(TemplateVariableError) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            // The whole argument may be a mistyped secret, so it is not repeated.
            throw TemplateVariableError(name: "", problem: .missingEquals)
        }
        let value = String(assignment[assignment.utf8.index(after: equals)...])
        let name = String(assignment[..<equals])
        guard name == StandardVariable.assetID.rawValue else { return try setUserVariable(name, to: value) }
        guard values[name] == nil else { throw TemplateVariableError(name: name, problem: .setTwice) }
        try set(.assetID, to: value)
    }

    /// Sets a user's variable, and throws if the name is illegal, that of a standard variable, or set
    /// already.
    package mutating func setUserVariable(_ name: String, to text: String) throws(TemplateVariableError) {
        try setUserVariable(name, to: Value(text: text, encoding: .verbatim))
    }

    /// Sets a user's variable to an existing value, and throws as `setUserVariable(_:to:)` with a text does.
    package mutating func setUserVariable(_ name: String, to value: Value) throws(TemplateVariableError) {
        guard VariableName.isLegal(name) else {
            throw TemplateVariableError(name: name, problem: .illegalName)
        }
        guard StandardVariable(rawValue: name) == nil else {
            throw TemplateVariableError(name: name, problem: .standardName)
        }
        guard values[name] == nil else {
            throw TemplateVariableError(name: name, problem: .setTwice)
        }
        values[name] = value
    }

    /// Applies the declared rule of a user's variable to its text, and replaces its value by the result.
    ///
    /// Does nothing if the variable has no value.
    package mutating func retype(_ name: String, by rule: VariableRule) throws(TemplateVariableError) {
        guard StandardVariable(rawValue: name) == nil, let value = values[name] else { return }
        values[name] = try rule.value(
            value.text,
            of: name,
            encoding: value.encoding,
            isSecret: value.isSecret
        )
    }

    /// Sets the composition of a user's variable, which is used if the variable has no value.
    package mutating func compose(
        _ name: String,
        _ composition: ComposedVariable
    ) throws(TemplateVariableError) {
        guard VariableName.isLegal(name) else {
            throw TemplateVariableError(name: name, problem: .illegalName)
        }
        guard StandardVariable(rawValue: name) == nil else {
            throw TemplateVariableError(name: name, problem: .standardName)
        }
        compositions[name] = composition
    }

    private mutating func insert(_ text: String, as variable: StandardVariable) {
        values[variable.rawValue] = Value(
            text: text,
            encoding: variable.encoding,
            bytes: variable.type.bytes(of: text)
        )
    }
}

extension TemplateVariables {
    /// The value of a variable: its text, the bytes that it represents, and its encoding in a URI.
    package struct Value: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text as it was set.
        package let text: String
        /// The encoding in a URI if the template names no filter.
        package let encoding: Encoding
        /// The bytes that the text represents, or nil if they are its UTF-8.
        let bytes: [UInt8]?
        /// Indicates whether messages must not show the text and anything derived from it.
        let isSecret: Bool

        /// Creates a value from its parts.
        init(text: String, encoding: Encoding, bytes: [UInt8]? = nil, isSecret: Bool = false) {
            self.text = text
            self.encoding = encoding
            self.bytes = bytes
            self.isSecret = isSecret
        }

        /// The bytes on which filters work.
        var octets: [UInt8] { bytes ?? Array(text.utf8) }

        /// The text, or `…` for a secret.
        package var description: String { isSecret ? "…" : text }

        package var debugDescription: String { description }
    }
}
