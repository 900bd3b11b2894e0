import Failures
package import KeyStore

// These initializers take values of options, so an invalid value is an error of the command line (`usage`).

extension ContentID {
    /// Creates the id of a title from an option.
    package init(argument: String) throws {
        do {
            try self.init(argument)
        } catch {
            throw CommandFailure(.usage, "--content-id: \(error.statement) Give another.")
        }
    }
}

extension KeyIdentity {
    /// Creates the identity of a key whose track is from an option.
    package init(contentID: ContentID, trackArgument track: String, period: Int, generation: Int) throws {
        do {
            try self.init(contentID: contentID, track: track, period: period, generation: generation)
        } catch {
            throw CommandFailure(.usage, "--track: \(error.statement) Give another.")
        }
    }
}
