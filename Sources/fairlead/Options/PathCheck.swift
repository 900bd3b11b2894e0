import Foundation
import HLSPackaging
import KeyStore

/// Refuses paths of a command line that a run would destroy.
enum PathCheck {
    /// Checks that nothing that is named lies in the directory of the result, which is replaced as a whole.
    ///
    /// - Parameters:
    ///   - paths: the options that name files, with their files.
    ///   - output: the directory of the result.
    /// - Throws: a `CommandFailure`.
    static func refuse(_ paths: [(option: String, path: String)], inside output: String) throws {
        guard let directory = realPath(output) else { return }
        for (option, path) in paths {
            guard let real = realPath(path),
                real == directory || real.utf8.starts(with: (directory + "/").utf8)
            else { continue }
            throw CommandFailure(
                .usage,
                "\(option): the file is inside the output (\(path), output \(output)). Name a place outside of it."
            )
        }
    }

    /// Checks that a report does not go over a file that the run needs.
    static func refuse(report: String, over paths: [(option: String, path: String)]) throws {
        for (option, path) in paths where realPath(report) == realPath(path) {
            throw CommandFailure(
                .usage,
                "--report: the report would go over the file of \(option) (\(path)). Name another file."
            )
        }
    }

    /// The real path of a file that may not be there yet; nil if its folder is not there.
    private static func realPath(_ path: String) -> String? {
        if let real = Directory.realPath(of: path) { return real }
        guard let folder = Directory.parent(of: path).flatMap(Directory.realPath) else { return nil }
        return (folder == "/" ? "" : folder) + "/" + Directory.lastComponent(of: path)
    }
}
