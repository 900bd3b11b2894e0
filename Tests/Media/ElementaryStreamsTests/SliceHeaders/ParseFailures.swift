import Bitstreams

/// Whether bytes are missing, and nothing else is wrong.
func isTruncated(_ body: () throws -> some Any) -> Bool {
    do {
        _ = try body()
        return false
    } catch ParseError.truncated {
        return true
    } catch {
        return false
    }
}

/// Whether a value is one that the specification excludes.
func isInvalid(_ body: () throws -> some Any) -> Bool {
    do {
        _ = try body()
        return false
    } catch ParseError.invalid {
        return true
    } catch {
        return false
    }
}
