/// A title of a manifest: what a row, an object or a mapping says of it.
package struct ManifestTitle: Hashable, Sendable {
    /// Its place among the titles, from 0.
    package let index: Int
    /// Where it begins in the manifest, from 1.
    package let line: Int
    /// What is said of it, in the order of the manifest; what is absent is left out.
    ///
    /// The column of inputs stands as often as there are inputs, every other column once.
    package let cells: [ManifestCell]
    /// Its bytes in the manifest, without a line end.
    let range: Range<Int>

    /// What is said in a column.
    ///
    /// - Parameter column: the name, in any form.
    /// - Returns: the first text; nil if the cell is absent.
    package func value(_ column: String) -> String? {
        let key = ManifestColumn.key(of: column)
        return cells.first { $0.key == key }?.text
    }

    /// All that is said in a column, in order.
    ///
    /// - Parameter column: the name, in any form.
    /// - Returns: the texts; none if the cell is absent.
    package func values(_ column: String) -> [String] {
        let key = ManifestColumn.key(of: column)
        return cells.filter { $0.key == key }.map(\.text)
    }
}

/// What a title says in one column.
package struct ManifestCell: Hashable, Sendable {
    /// The name of the column as written at the title or in the header.
    package let name: String
    /// The canonical form of the name.
    package let key: String
    /// What is said.
    package let text: String
}

/// A column of a manifest, or a key of its objects or mappings.
package struct ManifestColumn: Hashable, Sendable {
    /// The column of the paths to package.
    package static let input = "input"
    /// The column of the name under which a key store has the keys of a title.
    package static let contentID = "content_id"

    /// The name as first written.
    package let name: String
    /// The canonical form of the name.
    package let key: String
    /// Where it is first named, from 1.
    package let line: Int

    /// The canonical form of a name: `-` and `_` are the same, written `_`.
    package static func key(of name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "-")) else { return name }
        return String(
            decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 },
            as: UTF8.self
        )
    }
}
