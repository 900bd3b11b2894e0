/// A column of a table of a store.
///
/// A column is not NULL and never changes unless it says otherwise.
struct StoreColumn {
    /// The type of the values.
    enum Kind {
        case text, integer, bytes
        /// A number that the database gives to each new row, higher than the one before.
        case rowNumber
        /// A number like ``rowNumber``, which rows of a restored store keep.
        case keptNumber
    }

    /// A rule for the values; lengths are in bytes.
    enum Rule {
        case length(ClosedRange<Int>)
        case lengths([Int])
        case lengthMultiple(of: Int)
        case atLeast(Int)
        case within(ClosedRange<Int>)
        case oneOf([String])
    }

    let name: String
    let kind: Kind
    let rule: Rule?
    private(set) var isOptional = false
    private(set) var isChangeable = false
    private(set) var isInBackups: Bool
    /// The table whose column of the same name has the value, too.
    private(set) var referencedTable: String?

    private init(_ name: String, _ kind: Kind, _ rule: Rule?) {
        self.name = name
        self.kind = kind
        self.rule = rule
        // Nothing refers to these row numbers, so that a restored store may have others.
        isInBackups = kind != .rowNumber
    }

    static func text(_ name: String, _ rule: Rule? = nil) -> StoreColumn { StoreColumn(name, .text, rule) }

    static func integer(_ name: String, _ rule: Rule? = nil) -> StoreColumn {
        StoreColumn(name, .integer, rule)
    }

    static func bytes(_ name: String, _ rule: Rule? = nil) -> StoreColumn { StoreColumn(name, .bytes, rule) }

    static let rowNumber = StoreColumn("id", .rowNumber, nil)

    static func keptNumber(_ name: String) -> StoreColumn { StoreColumn(name, .keptNumber, .atLeast(1)) }

    /// The column of tables about keys that names the key.
    static let key = StoreColumn("key_id", .bytes, nil).with { $0.referencedTable = "content_keys" }

    /// The same column, which may be NULL.
    var optional: StoreColumn { with { $0.isOptional = true } }

    /// The same column, which rewrapping changes.
    var changeable: StoreColumn { with { $0.isChangeable = true } }

    /// The same column, which backups have in another form.
    var notInBackups: StoreColumn { with { $0.isInBackups = false } }

    private func with(_ change: (inout StoreColumn) -> Void) -> StoreColumn {
        var copy = self
        change(&copy)
        return copy
    }
}
