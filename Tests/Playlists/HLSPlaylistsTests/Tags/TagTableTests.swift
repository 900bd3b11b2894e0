import HLSPlaylists
import PlaylistFixtures
import Testing

/// Every tag of RFC 8216bis 4.4, with accepted and rejected lines.
@Suite struct TagTableTests {
    static let tables: [TagTable] = [
        CommonTags.tables, MediaPlaylistTags.tables, LowLatencyTags.tables, MediaSegmentTags.tables,
        KeyTags.tables, MediaMetadataTags.tables, MultivariantTags.tables, VariantTags.tables,
    ].flatMap(\.self)

    @Test(arguments: TagName.allCases)
    func everyTagHasADefinitionAndATable(tag: TagName) throws {
        let definition = tag.definition
        #expect(definition.name.hasPrefix("EXT"))
        #expect(definition.section.hasPrefix("4.4."))
        #expect(TagName.allCases.filter { $0.definition.name == definition.name } == [tag])
        #expect(TagName.allCases.filter { $0.definition.section == definition.section } == [tag])
        let table = try #require(Self.tables.first { $0.tag == tag })
        #expect(!table.accepted.isEmpty)
        // A tag without a value that may occur anywhere, any number of times, cannot be malformed.
        #expect(!table.rejected.isEmpty || (definition.value == .none && !definition.isUnique))
        for line in table.accepted.map(\.line) + table.rejected.map(\.line) {
            #expect(line.contains("#" + definition.name))
        }
    }

    /// Together, the accepted lines must have each attribute, so that none is read under a misspelled name.
    @Test(arguments: TagName.allCases)
    func everyAttributeIsInATable(tag: TagName) throws {
        let table = try #require(Self.tables.first { $0.tag == tag })
        let lines = table.accepted.map(\.line).joined(separator: ",") + ","
        let attributes = tag.definition.attributes.map(\.name)
        #expect(attributes.allSatisfy { lines.contains(":\($0)=") || lines.contains(",\($0)=") })
        #expect(Set(attributes).count == attributes.count)
    }

    @Test(arguments: TagName.allCases.filter { $0.definition.scope.kind != nil })
    func refusesTagsOfTheOtherKind(tag: TagName) throws {
        let line = "#EXTM3U\n#" + tag.definition.name
        if tag.definition.scope.kind == .media {
            let error = problem { try MultivariantPlaylist(document(line)) }
            #expect(error?.problem == .tag(.wrongPlaylistKind(tag, in: .multivariant)))
        } else {
            let error = problem { try MediaPlaylist(document(line)) }
            #expect(error?.problem == .tag(.wrongPlaylistKind(tag, in: .media)))
        }
    }

    @Test(arguments: tables.flatMap { table in table.accepted.indices.map { (table, $0) } })
    func reads(table: TagTable, index: Int) throws {
        let (line, values) = table.accepted[index]
        let reading = try table.reading(line)
        #expect(reading.problems == [], "\(line)")
        #expect(table.values(reading) == values, "\(line)")
        #expect(try table.values(table.strictReading(line)) == values, "\(line)")
    }

    @Test(arguments: tables.flatMap { table in table.rejected.indices.map { (table, $0) } })
    func refuses(table: TagTable, index: Int) throws {
        let rejected = table.rejected[index]
        let found = try #require(try table.reading(rejected.line).problems.first, "\(rejected.line)")
        #expect(rejected.matches(found.problem, of: table.tag), "\(rejected.line): \(found)")
        #expect(found.line == table.line + rejected.line.count { $0 == "\n" }, "\(rejected.line)")
        if let column = rejected.column { #expect(found.column == column, "\(rejected.line)") }
        let thrown = problem { try table.strictReading(rejected.line) }
        #expect(thrown == (rejected.isInformational ? nil : found), "\(rejected.line)")
        guard rejected.isInformational else { return }
        #expect(try table.strictReading(rejected.line).problems.first == found, "\(rejected.line)")
    }
}
