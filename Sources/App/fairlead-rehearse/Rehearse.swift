import CCoreDumps
import CNoICUData
import CommandLineParts

/// The program `fairlead-rehearse`, by which `fairlead rehearse` and `fairlead serve` replace their process.
@main
enum Rehearse {
    static func main() {
        // `fairlead serve` starts this program under the name `serve`, because a word of the command line
        // could be a playlist.
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
