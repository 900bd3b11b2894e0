import TextFormats

package import struct FoundationEssentials.UUID

/// The variables that a key URI template is rendered with: a value, to be copied and changed from key to key.
package struct TemplateVariables: Hashable, Sendable {
    /// How a text is written into a URI where the template gives no filter.
    package enum Encoding: Sendable {
        /// Percent-encoded, as a component of the URI.
        case percent
        /// As it is.
        case verbatim
    }

    private var values: [String: Value] = [:]
    private var compositions: [String: ComposedVariable] = [:]

    /// No variable is set.
    package init() {}

    /// Only `content_id` is set.
    package init(contentID: String) {
        insert(contentID, as: .contentID)
    }

    /// The value of a variable, standard or own, that is not composed.
    package subscript(name: String) -> Value? {
        values[name] ?? StandardVariable(rawValue: name)?.fallback.flatMap { values[$0.rawValue] }
    }

    /// How a variable is composed that has no value of its own.
    func composition(of name: String) -> ComposedVariable? { compositions[name] }

    /// The names with those of all that composed variables among them are made of, each once, in the order in which they
    /// are met.
    package func dependencies(of names: [String]) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var open = Array(names.reversed())
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            found.append(name)
            guard values[name] == nil else { continue }
            if let fallback = StandardVariable(rawValue: name)?.fallback { open.append(fallback.rawValue) }
            if let composition = compositions[name] { open += composition.template.variableNames.reversed() }
        }
        return found
    }

    /// The names of the variables that are set, sorted.
    package var names: [String] { values.keys.sorted() }

    /// Sets what belongs to one key, in place of what an earlier key had.
    ///
    /// - Parameters:
    ///   - track: `all`, a class of renditions or a rendition's name.
    ///   - period: the index of the key period.
    ///   - generation: the generation of the title's keys.
    ///   - keyID: the key's id.
    ///   - iv: the 16 bytes of the key's initialization vector; without it `{iv}` is not set.
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

    /// Sets `entitlement_url`; an error if it is no absolute URL.
    package mutating func setEntitlementURL(_ url: String) throws(TemplateVariableError) {
        try set(.entitlementURL, to: url)
    }

    /// Sets a standard variable; an error if the text is not of its type.
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

    /// Sets one of the user's variables, or `asset_id`, from `NAME=VALUE`; the value may hold further equals signs.
    package mutating func assign(_ assignment: String) throws(TemplateVariableError) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            // The whole argument may be a mistyped secret: it is not repeated.
            throw TemplateVariableError(name: "", problem: .missingEquals)
        }
        let value = String(assignment[assignment.utf8.index(after: equals)...])
        let name = String(assignment[..<equals])
        guard name == StandardVariable.assetID.rawValue else { return try setOwn(name, to: value) }
        guard values[name] == nil else { throw TemplateVariableError(name: name, problem: .setTwice) }
        try set(.assetID, to: value)
    }

    /// Sets one of the user's variables; an error if the name is illegal, a standard one or already set.
    package mutating func setOwn(_ name: String, to text: String) throws(TemplateVariableError) {
        try setOwn(name, to: Value(text: text, encoding: .verbatim))
    }

    /// Sets one of the user's variables to a value that another variable has.
    package mutating func setOwn(_ name: String, to value: Value) throws(TemplateVariableError) {
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

    /// Puts a value in the place of that of one of the user's variables: the same text, by the rule of its declaration.
    package mutating func retype(_ name: String, by rule: VariableRule) throws(TemplateVariableError) {
        guard StandardVariable(rawValue: name) == nil, let value = values[name] else { return }
        values[name] = try rule.value(
            value.text,
            of: name,
            encoding: value.encoding,
            isSecret: value.isSecret
        )
    }

    /// Says what one of the user's variables is composed of where it has no value of its own.
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
