import Failures
import Glibc

/// Compares two directories byte by byte.
struct TreeComparison {
    let cancellation: Cancellation

    /// Returns the first path, in the order of names, at which the trees differ, or nil if they are equal.
    func firstDifference(_ left: String, _ right: String) throws(RunFailure) -> String? {
        try firstDifference(left, right, below: "")
    }

    private func firstDifference(
        _ left: String,
        _ right: String,
        below prefix: String
    ) throws(RunFailure) -> String? {
        let leftNames = try names(in: left)
        let rightNames = try names(in: right)
        for bytes in leftNames.union(rightNames).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let name = String(decoding: bytes, as: UTF8.self)
            let path = prefix + name
            guard leftNames.contains(bytes), rightNames.contains(bytes) else { return path }
            let leftStatus = Directory.linkStatus(of: left + "/" + name)
            let rightStatus = Directory.linkStatus(of: right + "/" + name)
            if leftStatus?.isDirectory == true, rightStatus?.isDirectory == true {
                let difference = try firstDifference(left + "/" + name, right + "/" + name, below: path + "/")
                if let difference { return difference }
            } else if leftStatus?.isRegularFile == true, rightStatus?.isRegularFile == true,
                leftStatus?.size == rightStatus?.size
            {
                guard try haveEqualBytes(left + "/" + name, right + "/" + name) else { return path }
            } else {
                return path
            }
        }
        return nil
    }

    /// Returns the names as bytes: distinct names may be equal as Swift strings (`é` as one or two code
    /// points).
    private func names(in directory: String) throws(RunFailure) -> Set<[UInt8]> {
        try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            Set(try Directory.names(in: directory).map { Array($0.utf8) })
        }
    }

    private func haveEqualBytes(_ left: String, _ right: String) throws(RunFailure) -> Bool {
        do {
            return try compare(InputFile(path: left), InputFile(path: right))
        } catch let error as SystemCallError {
            throw .input(error)
        } catch {
            throw RunFailure(unexpected: error)
        }
    }

    private func compare(_ first: borrowing InputFile, _ second: borrowing InputFile) throws -> Bool {
        let pieceLength = 256 * 1024
        var firstPiece = [UInt8](repeating: 0, count: pieceLength)
        var secondPiece = firstPiece
        var offset: UInt64 = 0
        while true {
            try cancellation.check()
            let count = try first.read(into: &firstPiece, count: pieceLength, at: offset)
            guard try second.read(into: &secondPiece, count: pieceLength, at: offset) == count else {
                return false
            }
            guard firstPiece[..<count] == secondPiece[..<count] else { return false }
            if count < pieceLength { return true }
            offset += UInt64(count)
        }
    }
}
