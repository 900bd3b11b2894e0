// The one place that sees libxml2's headers; the target XMLDocuments is its only importer.
// Debian's libxml2 is built with ICU, whose headers clash with those of Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/c14n.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>
#include <libxml/xmlsave.h>

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "../CSharedLibrary/table.h"

// The functions that are used.
#define FAIRLEAD_LIBXML2(EACH) \
    EACH(xmlAddChild) EACH(xmlAllocOutputBuffer) EACH(xmlC14NExecute) EACH(xmlCtxtGetLastError) \
    EACH(xmlCtxtReadMemory) EACH(xmlDocDumpFormatMemoryEnc) EACH(xmlDocGetRootElement) EACH(xmlDocSetRootElement) \
    EACH(xmlFreeDoc) EACH(xmlFreeParserCtxt) EACH(xmlGetLineNo) EACH(xmlGetNoNsProp) EACH(xmlInitParser) \
    EACH(xmlMemSetup) EACH(xmlNewChild) EACH(xmlNewDoc) EACH(xmlNewDocNode) EACH(xmlNewDocTextLen) EACH(xmlNewNs) \
    EACH(xmlNewParserCtxt) EACH(xmlNewProp) EACH(xmlNodeGetContent) EACH(xmlOutputBufferClose) \
    EACH(xmlOutputBufferGetContent) EACH(xmlOutputBufferGetSize) EACH(xmlSAX2StartElementNs) EACH(xmlSearchNs) \
    EACH(xmlSetGenericErrorFunc) EACH(xmlSetNs) EACH(xmlStopParser) EACH(xmlStrlen) \
    EACH(xmlThrDefSetGenericErrorFunc)

FAIRLEAD_LIBRARY(fairlead_libxml2, FAIRLEAD_LIBXML2)

// The interface that the headers are of: 2.14 changed it.
#if LIBXML_VERSION >= 21400
#define FAIRLEAD_LIBXML2_FILE "libxml2.so.16"
#define FAIRLEAD_LIBXML2_PACKAGE "libxml2-16"
#else
#define FAIRLEAD_LIBXML2_FILE "libxml2.so.2"
#define FAIRLEAD_LIBXML2_PACKAGE "libxml2"
#endif

// Memory of libxml2 that is overwritten before it is freed: texts hold keys.

static inline void fairlead_xml_free(void *block) {
    if (block == NULL) return;
    explicit_bzero(block, malloc_usable_size(block));
    free(block);
}

// realloc could move the block and leave its old bytes behind.
static inline void *fairlead_xml_reallocate(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    size_t room = malloc_usable_size(block);
    if (size <= room) return block;
    void *larger = malloc(size);
    if (larger == NULL) return NULL;
    memcpy(larger, block, room);
    fairlead_xml_free(block);
    return larger;
}

// Errors are in what the functions return. What libxml2 prints on standard error quotes documents.
static inline void fairlead_xml_print_nothing(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

// For this thread: the first one of a process does not begin with what threads begin with.
static inline void fairlead_xml_silence(fairlead_libxml2 library) {
    library.xmlSetGenericErrorFunc(NULL, fairlead_xml_print_nothing);
}

// Has to be called once, before anything else of the library; 0 if all is well.
static inline int fairlead_xml_start(fairlead_libxml2 library) {
    int status = library.xmlMemSetup(fairlead_xml_free, malloc, fairlead_xml_reallocate, strdup);
    library.xmlInitParser();
    library.xmlThrDefSetGenericErrorFunc(NULL, fairlead_xml_print_nothing);
    return status;
}
