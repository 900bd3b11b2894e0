/// A value with the line that it was read from; the members of the value are accessible directly.
@dynamicMemberLookup
package struct Located<Value: Sendable>: Sendable {
    /// The line number, from 1.
    package let line: Int
    /// The value.
    package let value: Value

    /// Creates a value with its line.
    package init(line: Int, _ value: consuming Value) {
        self.line = line
        self.value = value
    }

    /// A member of the value.
    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        value[keyPath: path]
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
