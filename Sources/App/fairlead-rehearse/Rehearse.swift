import CCoreDumps
import CNoICUData
import CommandLineParts

/// The program `fairlead-rehearse`, which replaces the process of `fairlead rehearse` and `fairlead serve`
/// (execv(3)).
@main
enum Rehearse {
    static func main() {
        // `fairlead serve` passes the command in `argv[0]`, because `serve` as an argument could also be the
        // path of a playlist.
        let isServe = CommandLine.arguments.first.map {
            $0.split(separator: "/").last == Substring(ServeName.command)
        }
        if isServe == true {
            Program.run(ServeCommand.self)
        } else {
            Program.run(RehearseCommand.self)
        }
    }
}
