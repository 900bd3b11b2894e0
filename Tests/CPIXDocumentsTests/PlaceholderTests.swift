import Testing

@testable import CPIXDocuments

struct PlaceholderTests {}
