import ArgumentParser
import ProtectionTerms

extension ProtectionMethod: ExpressibleByArgument {}
