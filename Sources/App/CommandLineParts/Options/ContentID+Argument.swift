package import KeyStore

// A field of a record that comes from an option is the command line's fault, not the input's.

extension ContentID {
    /// The id of a title from the command line.
    package init(argument: String) throws {
        do {
            try self.init(argument)
        } catch {
            throw CommandFailure(.usage, "--content-id: \(error) Give another.")
        }
    }
}

extension KeyIdentity {
    /// The identity of a key whose track and period are from the command line.
    package init(contentID: ContentID, trackArgument track: String, period: Int, generation: Int) throws {
        do {
            try self.init(contentID: contentID, track: track, period: period, generation: generation)
        } catch {
            throw CommandFailure(.usage, "--track: \(error) Give another.")
        }
    }
}
