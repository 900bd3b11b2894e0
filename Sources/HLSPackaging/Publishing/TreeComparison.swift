import Glibc

/// Compares two directories to the byte.
enum TreeComparison {
    /// The first path, in the order of the names, at which the trees differ; nil if they are equal.
    static func firstDifference(_ left: String, _ right: String) throws(SystemCallError) -> String? {
        try firstDifference(left, right, below: "")
    }

    private static func firstDifference(
        _ left: String,
        _ right: String,
        below prefix: String
    ) throws(SystemCallError) -> String? {
        let leftNames = Set(try Directory.names(in: left))
        let rightNames = Set(try Directory.names(in: right))
        for name in leftNames.union(rightNames).sorted() {
            let path = prefix + name
            guard leftNames.contains(name), rightNames.contains(name) else { return path }
            let first = Directory.linkStatus(of: left + "/" + name)
            let second = Directory.linkStatus(of: right + "/" + name)
            if first?.isDirectory == true, second?.isDirectory == true {
                let difference = try firstDifference(left + "/" + name, right + "/" + name, below: path + "/")
                if let difference { return difference }
            } else if first?.isRegularFile == true, second?.isRegularFile == true, first?.size == second?.size
            {
                guard try haveEqualBytes(left + "/" + name, right + "/" + name) else { return path }
            } else {
                return path
            }
        }
        return nil
    }

    private static func haveEqualBytes(_ left: String, _ right: String) throws(SystemCallError) -> Bool {
        let first = try InputFile(path: left)
        let second = try InputFile(path: right)
        let pieceLength = 256 * 1024
        var firstPiece = [UInt8](repeating: 0, count: pieceLength)
        var secondPiece = firstPiece
        var offset: UInt64 = 0
        while true {
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
