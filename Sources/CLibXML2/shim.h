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
static inline void fairlead_xml_silence(void) { xmlSetGenericErrorFunc(NULL, fairlead_xml_print_nothing); }

// Has to be called once, before anything else of the library; 0 if all is well.
static inline int fairlead_xml_start(void) {
    int status = xmlMemSetup(fairlead_xml_free, malloc, fairlead_xml_reallocate, strdup);
    xmlInitParser();
    xmlThrDefSetGenericErrorFunc(NULL, fairlead_xml_print_nothing);
    return status;
}
