#include <sys/prctl.h>
#include <sys/resource.h>

// The flag also keeps a kernel from piping a core to a program, which the limit does not, and debuggers of the same user away; the
// limit is for programs that this one starts, as the flag ends with execve(2).
static void forbid_core_dumps(void) {
    const struct rlimit none = {0, 0};
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    setrlimit(RLIMIT_CORE, &none);
}

// The dynamic linker calls these before the constructors of all libraries (System V ABI, "Initialization and Termination Functions").
__attribute__((section(".preinit_array"), used)) static void (*const before_all_else)(void) = forbid_core_dumps;
