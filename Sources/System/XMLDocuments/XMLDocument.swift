import CLibXML2

/// A tree of libxml2 that frees itself; what it held is wiped then.
///
/// Not for several threads at once.
@safe
package final class XMLDocument {
    let pointer: xmlDocPtr

    /// Takes over `pointer`, which has a root element.
    init(owning pointer: xmlDocPtr) {
        unsafe self.pointer = unsafe pointer
    }

    /// The one element that holds all others.
    package var root: XMLElement {
        guard let node = unsafe libxml2.xmlDocGetRootElement(pointer) else {
            preconditionFailure("no root element")
        }
        return unsafe XMLElement(in: self, node: node)
    }

    deinit {
        unsafe libxml2.xmlFreeDoc(pointer)
    }
}
