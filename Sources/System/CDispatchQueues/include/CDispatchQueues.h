// A call of libdispatch that Swift does not see; apart from CLinux, whose users need not link libdispatch.
#ifndef FAIRLEAD_CDISPATCHQUEUES_H
#define FAIRLEAD_CDISPATCHQUEUES_H

/// Keeps the dispatch queue that this runs on until the process ends.
///
/// libdispatch gives a queue up that has values of its own (`dispatch_queue_set_specific`) on a thread that it starts for that, and
/// where the system gives none, it waits for good.
void fairlead_keep_current_queue(void);

#endif
