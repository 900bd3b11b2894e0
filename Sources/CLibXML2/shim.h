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
