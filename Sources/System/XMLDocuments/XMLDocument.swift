import CLibXML2

/// A tree of libxml2 that frees itself and wipes its contents.
///
/// It must not be used by several threads at once.
@safe
package final class XMLDocument {
    let pointer: xmlDocPtr

    /// Takes ownership of `pointer`, which has a root element.
    init(owning pointer: xmlDocPtr) {
        unsafe self.pointer = unsafe pointer
    }

    /// The root element.
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
