import Testing

@testable import KeyServers

struct PlaceholderTests {}
