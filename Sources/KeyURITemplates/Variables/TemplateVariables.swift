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

    /// One variable's text and how it is written.
    package struct Value: Hashable, Sendable {
        /// The text as it was given.
        package let text: String
        /// How it is written where the template gives no filter.
        package let encoding: Encoding
    }

    private var values: [String: Value] = [:]

    /// No variable is set.
    package init() {}

    /// Only `content_id` is set.
    package init(contentID: String) {
        insert(contentID, as: .contentID)
    }

    /// The value of a variable, standard or own.
    package subscript(name: String) -> Value? { values[name] }

    /// The names of the variables that are set, sorted.
    package var names: [String] { values.keys.sorted() }

    /// Sets what belongs to one key, in place of what an earlier key had.
    package mutating func setKey(track: String, period: Int, generation: Int, keyID: UUID) {
        insert(track, as: .track)
        insert(String(period), as: .period)
        insert(String(generation), as: .generation)
        insert(keyID.uuidString.lowercased(), as: .keyID)
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

    /// Sets one of the user's variables from `NAME=VALUE`; the value may hold further equals signs.
    package mutating func assign(_ assignment: String) throws(TemplateVariableError) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            // The whole argument may be a mistyped secret: it is not repeated.
            throw TemplateVariableError(name: "", problem: .missingEquals)
        }
        let value = assignment[assignment.utf8.index(after: equals)...]
        try setOwn(String(assignment[..<equals]), to: String(value))
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

    private mutating func insert(_ text: String, as variable: StandardVariable) {
        values[variable.rawValue] = Value(text: text, encoding: variable.encoding)
    }
}
