import Testing

@testable import XMLDocuments

struct PlaceholderTests {}
