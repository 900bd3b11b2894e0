/// The words of the command line as the system gave them.
enum ProcessArguments {
    /// Whether all are UTF-8.
    static var areUTF8: Bool {
        (0..<Int(CommandLine.argc)).allSatisfy { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return true }
            return unsafe String(validatingCString: argument) != nil
        }
    }
}
