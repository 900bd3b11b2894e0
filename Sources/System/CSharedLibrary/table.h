// Tables of the functions of libraries that are loaded when they are first needed, and not linked.
#include <dlfcn.h>
#include <stddef.h>

#define FAIRLEAD_MEMBER(name) __typeof__(&name) _Nonnull name;
#define FAIRLEAD_FIND(name) \
    if ((*(void **)&functions->name = dlsym(library, #name)) == NULL) return #name;

// FAIRLEAD_LIBRARY(NAME, FUNCTIONS): a structure NAME with a member for each function that FUNCTIONS(EACH) lists as EACH(function),
// of the type that the library's header declares; and NAME_find, which fills it from a handle of dlopen, and gives the name of a
// function that is missing, or NULL.
#define FAIRLEAD_LIBRARY(table, FUNCTIONS) \
    typedef struct { FUNCTIONS(FAIRLEAD_MEMBER) } table; \
    static inline const char *_Nullable table##_find(table *_Nonnull functions, void *_Nonnull library) { \
        FUNCTIONS(FAIRLEAD_FIND) \
        return NULL; \
    }
