import Bitstreams

/// Returns true if the error is that bytes are missing.
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

/// Returns true if the error is a value that the specification excludes.
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
