#include "CDispatchQueues.h"

// Of libdispatch, whose headers hide the first from Swift.
extern void *dispatch_get_current_queue(void);
extern void dispatch_retain(void *object);

void fairlead_keep_current_queue(void) {
    dispatch_retain(dispatch_get_current_queue());
}
