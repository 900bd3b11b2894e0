import Batch
import Failures
import TextFormats

/// Prints the contents of manifests.
///
/// For each file it prints `titles COUNT` or `error MESSAGE`, and for each title its line and its cells, as
/// `NAME=TEXT` in hexadecimal digits.
@main
struct ManifestReader {
    static func main() {
        for path in CommandLine.arguments.dropFirst() {
            do {
                let manifest = try Manifest.load(file: path)
                print("titles \(manifest.titleCount)")
                try manifest.forEachTitle { title in
                    let cells = title.cells.map { cell in
                        Hexadecimal.encode(cell.name.utf8) + "=" + Hexadecimal.encode(cell.text.utf8)
                    }
                    print(title.line, cells.joined(separator: " "))
                }
            } catch {
                print("error \(error)")
            }
        }
    }
}
