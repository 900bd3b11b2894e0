import Testing

@testable import HTTPTransfers

struct PlaceholderTests {}
