import ArgumentParser
package import ProtectionTerms

extension ProtectionMethod: ExpressibleByArgument {}
