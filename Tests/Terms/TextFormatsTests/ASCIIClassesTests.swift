import Testing
import TextFormats

@Suite struct ASCIIClassesTests {
    @Test(arguments: UInt8.min...UInt8.max)
    func `A byte is of the classes that list it`(byte: UInt8) {
        let digits = "0123456789"
        let uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let lowercase = "abcdefghijklmnopqrstuvwxyz"
        #expect(byte.isASCIIDigit == digits.utf8.contains(byte))
        #expect(byte.isASCIIUppercase == uppercase.utf8.contains(byte))
        #expect(byte.isASCIILowercase == lowercase.utf8.contains(byte))
        #expect(byte.isASCIILetter == (uppercase + lowercase).utf8.contains(byte))
        #expect(byte.isASCIIAlphanumeric == (digits + uppercase + lowercase).utf8.contains(byte))
        #expect((byte.hexDigitValue != nil) == "0123456789abcdefABCDEF".utf8.contains(byte))
    }

    @Test(arguments: [("0", 0), ("9", 9), ("a", 10), ("f", 15), ("A", 10), ("F", 15)] as [(String, UInt8)])
    func `A hexadecimal digit has its value`(digit: String, value: UInt8) {
        #expect(digit.utf8.first?.hexDigitValue == value)
    }
}
