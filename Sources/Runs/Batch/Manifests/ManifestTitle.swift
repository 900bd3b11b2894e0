/// A title of a manifest: a CSV row, a JSON object or a YAML mapping.
package struct ManifestTitle: Hashable, Sendable {
    /// The position among the titles, from 0.
    package let index: Int
    /// The line in the manifest where the title begins, from 1.
    package let line: Int
    /// The cells in manifest order, without those that are absent.
    ///
    /// There is one cell for each input, and at most one for each other column.
    package let cells: [ManifestCell]

    /// The content id, which every title has.
    package var contentID: String { value(ManifestColumn.contentID) ?? "" }

    /// Returns the first value in a column.
    ///
    /// - Parameter column: the name of the column, in any spelling.
    /// - Returns: the value, or nil if the cell is absent.
    package func value(_ column: String) -> String? {
        let key = ManifestColumn.key(of: column)
        return cells.first { $0.key == key }?.text
    }

    /// Returns all values in a column, in order.
    ///
    /// - Parameter column: the name of the column, in any spelling.
    /// - Returns: the values; none if the cell is absent.
    package func values(_ column: String) -> [String] {
        let key = ManifestColumn.key(of: column)
        return cells.filter { $0.key == key }.map(\.text)
    }
}

/// A value of a title in one column.
package struct ManifestCell: Hashable, Sendable {
    /// The name of the column as written in the header or the title.
    package let name: String
    /// The canonical name of the column.
    package let key: String
    /// The value as text.
    package let text: String
}

/// A column of a manifest, or a key of its objects or mappings.
package struct ManifestColumn: Hashable, Sendable {
    /// The column with the paths of the inputs.
    package static let input = "input"
    /// The column with the content id, under which the key store has the keys of the title.
    package static let contentID = "content_id"

    /// The name as first written.
    let name: String
    /// The canonical name.
    package let key: String
    /// The line of the first mention, from 1.
    let line: Int

    /// Returns the canonical form of a name, with `-` replaced by `_`.
    package static func key(of name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "-")) else { return name }
        return String(
            decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 },
            as: UTF8.self
        )
    }
}
