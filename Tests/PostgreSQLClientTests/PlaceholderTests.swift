import Testing

@testable import PostgreSQLClient

struct PlaceholderTests {}
