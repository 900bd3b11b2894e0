import Failures
package import KeyStore

// These initializers take values of options, so an invalid value is an error of the command line (`usage`).

extension ContentID {
    /// Creates the id of a title from an option.
    package init(argument: String) throws {
        do {
            try self.init(argument)
        } catch {
            throw error.asUsage(of: "--content-id", remedy: "Give another.")
        }
    }
}

extension KeyIdentity {
    /// Creates the identity of a key whose track is from an option.
    package init(contentID: ContentID, trackArgument track: String, period: Int, generation: Int) throws {
        do {
            try self.init(contentID: contentID, track: track, period: period, generation: generation)
        } catch {
            throw error.asUsage(of: "--track", remedy: "Give another.")
        }
    }
}
