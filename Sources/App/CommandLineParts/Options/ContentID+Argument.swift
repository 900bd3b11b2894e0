package import KeyStore

// An error in a record field that an option gives is an error of the command line, not of the input.

extension ContentID {
    /// Creates the id of a title from an option.
    package init(argument: String) throws {
        do {
            try self.init(argument)
        } catch {
            throw CommandFailure(.usage, "--content-id: \(error) Give another.")
        }
    }
}

extension KeyIdentity {
    /// Creates the identity of a key whose track is from an option.
    package init(contentID: ContentID, trackArgument track: String, period: Int, generation: Int) throws {
        do {
            try self.init(contentID: contentID, track: track, period: period, generation: generation)
        } catch {
            throw CommandFailure(.usage, "--track: \(error) Give another.")
        }
    }
}
